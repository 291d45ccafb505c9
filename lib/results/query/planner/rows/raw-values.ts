import type { Span } from '../../../run-index/index-types.ts';

/** Values as the document has them: JSON texts with the digits, escapes and blanks of the document. */
export type RawValues = {
  readonly count: number;
  /** The texts of all values in UTF-8, with commas between them. */
  readonly joined: Uint8Array;
  /** The length of the first text in bytes. */
  readonly firstBytes: number;
};

export const noValues: RawValues = { count: 0, joined: new Uint8Array(0), firstBytes: 0 };

/** Copies the values at these spans, in the given order. A span may contain another span. */
export function pickedValues(bytes: Uint8Array, spans: readonly Span[]): RawValues {
  const [first] = spans;
  if (first === undefined) return noValues;
  const joined = new Uint8Array(spans.reduce((sum, { start, end }) => sum + end - start + 1, -1));
  let length = 0;
  for (const { start, end } of spans) {
    if (length > 0) joined[length - 1] = 0x2c;
    joined.set(bytes.subarray(start, end), length);
    length += end - start + 1;
  }
  return { count: spans.length, joined, firstBytes: first.end - first.start };
}

/** Joins the values of several sources. Each source has at least one value. */
export function concatenated(sources: readonly RawValues[]): RawValues {
  const [first, ...others] = sources;
  if (first === undefined) return noValues;
  if (others.length === 0) return first;
  const parts = sources.flatMap(({ joined }, at) => (at === 0 ? [joined] : [Buffer.of(0x2c), joined]));
  const count = sources.reduce((sum, source) => sum + source.count, 0);
  return { ...first, count, joined: Buffer.concat(parts) };
}

/** All values as the JSON text of an array, or only the first value; `null` without a value. */
export function jsonOf({ count, joined, firstBytes }: RawValues, array: boolean): Buffer {
  if (array) return Buffer.concat([Buffer.of(0x5b), joined, Buffer.of(0x5d)]);
  return count === 0 ? Buffer.from('null') : bufferOf(joined.subarray(0, firstBytes));
}

export const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
