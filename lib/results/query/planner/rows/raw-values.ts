import type { Span } from '../../../run-index/run-index.ts';

/** Values as the document has them: JSON texts with their digits, escapes and blanks. */
export type RawValues = {
  readonly count: number;
  /** Bytes of the answer as an array, without its brackets. */
  readonly bytes: number;
  /** True when a string may have an escape. */
  readonly hasEscapes: boolean;
  readonly first: () => string | undefined;
  /** All values as the JSON text of an array. */
  readonly array: () => string;
  readonly texts: () => readonly string[];
};

export const noValues: RawValues = {
  count: 0,
  bytes: 0,
  hasEscapes: false,
  first: () => undefined,
  array: () => '[]',
  texts: () => [],
};

/** Values in one buffer, with a comma after each except the last. Starts and ends are their offsets. */
export function joinedValues(
  bytes: Uint8Array,
  starts: readonly number[],
  ends: readonly number[],
): RawValues {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (at: number): string => buffer.toString('utf8', starts[at], ends[at]);
  return {
    count: starts.length,
    bytes: bytes.length,
    hasEscapes: bytes.includes(0x5c),
    first: () => (starts.length === 0 ? undefined : text(0)),
    array: () => `[${buffer.toString('utf8')}]`,
    texts: () => starts.map((_, at) => text(at)),
  };
}

/** Values by their spans, in any order. One span may contain another. */
export function pickedValues(bytes: Uint8Array, spans: readonly Span[]): RawValues {
  const size = spans.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  const joined = new Uint8Array(size);
  const [starts, ends]: [number[], number[]] = [[], []];
  let length = 0;
  for (const { start, end } of spans) {
    starts.push(length);
    joined.set(bytes.subarray(start, end), length);
    length += end - start;
    ends.push(length);
    joined[length] = 0x2c;
    length += 1;
  }
  return joinedValues(joined.subarray(0, Math.max(0, length - 1)), starts, ends);
}

/** Values of several sources, one source after the other. Each has values. */
export function concatenated(sources: readonly RawValues[]): RawValues {
  const [first, ...others] = sources;
  if (first === undefined) return noValues;
  if (others.length === 0) return first;
  return {
    count: sources.reduce((sum, { count }) => sum + count, 0),
    bytes: sources.reduce((sum, { bytes }) => sum + bytes, others.length),
    hasEscapes: sources.some(({ hasEscapes }) => hasEscapes),
    first: first.first,
    array: () => `[${sources.map((source) => source.array().slice(1, -1)).join(',')}]`,
    texts: () => sources.flatMap((source) => source.texts()),
  };
}
