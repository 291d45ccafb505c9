import type { JsonProblem } from '../../../lib/results/json/listener.ts';
import { type IndexOptions, indexRun, isProblem } from '../../../lib/results/run-index/index-run.ts';
import type { PathNode, RunIndex, Table } from '../../../lib/results/run-index/index-types.ts';
import type { ReadRange } from '../../../lib/results/run-index/open-index.ts';

/** Limits of an index that are so low that short documents exceed all of them. */
export const small = {
  windowBytes: 112,
  tokenBytesMax: 48,
  cellBytesMax: 12,
  tableBytesMin: 6,
  groupRowsMax: 3,
  columnDepthMax: 4,
} as const;

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

export function* cut(bytes: Uint8Array, sizes: readonly number[]): Generator<Uint8Array> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? bytes.length);
    yield bytes.slice(at, at + size);
    at += size;
  }
}

/** An index and its stored bytes. Here even a short document may have a large index. */
export async function stored(
  chunks: Iterable<Uint8Array>,
  limits: IndexOptions['limits'] = {},
): Promise<{ readonly result: RunIndex | JsonProblem; readonly bytes: Uint8Array }> {
  const written: Uint8Array[] = [];
  const result = await indexRun(chunks, {
    write: (bytes) => void written.push(bytes.slice()),
    limits: { shareMax: Number.POSITIVE_INFINITY, ...limits },
  });
  return { result, bytes: new Uint8Array(Buffer.concat(written)) };
}

export async function indexed(text: string, limits: IndexOptions['limits'] = {}) {
  const { result, bytes } = await stored([utf8(text)], limits);
  if (isProblem(result)) throw new Error(result.reason);
  return { index: result, bytes };
}

export const rangesOf =
  (bytes: Uint8Array): ReadRange =>
  (start, end) =>
    Promise.resolve(start < 0 ? bytes.slice(start) : bytes.slice(start, end));

/**
 * The node of a path in a table. `absent`: no row has the path. `unknown`: only the document has the answer.
 */
export function nodeAt(table: Table, path: readonly string[]): PathNode | 'absent' | 'unknown' {
  let node = table.paths;
  for (const name of path) {
    const member = node.members.find(([one]) => one === name);
    if (member === undefined) return node.isComplete ? 'absent' : 'unknown';
    node = member[1];
  }
  return node;
}

/** The texts between blanks. A backslash is a backslash. */
export const texts = ({ raw }: TemplateStringsArray): readonly string[] => raw.join('').trim().split(/\s+/);
