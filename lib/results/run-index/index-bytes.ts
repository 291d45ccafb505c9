import { notJson } from '../json/parse-json.ts';
import { indexRun, isProblem } from './index-run.ts';
import type { RunIndex } from './run-index.ts';

/** An index and its stored form, which has at most an eighth of the bytes of a large document. */
export type BuiltIndex = { readonly index: RunIndex; readonly bytes: Uint8Array };

/**
 * Builds the whole index of a document in memory.
 * @throws DownpourError NOT_JSON (400) with the place of the first mistake.
 */
export async function builtIndex(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  what = 'the document',
): Promise<BuiltIndex> {
  const written: Uint8Array[] = [];
  const index = await indexRun(chunks, { write: (bytes) => void written.push(bytes) });
  if (isProblem(index)) throw notJson(index.reason, undefined, what);
  return { index, bytes: Buffer.concat(written) };
}

/** Builds an index and returns only its stored form. */
export const indexBytes = async (
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Uint8Array> => (await builtIndex(chunks)).bytes;
