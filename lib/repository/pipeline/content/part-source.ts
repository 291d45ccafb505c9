import type { RunSource } from '../../../results/query/query-run.ts';
import { chunksOf } from '../../../results/run-index/chunks.ts';
import { type BuiltIndex, builtIndex } from '../../../results/run-index/index-bytes.ts';
import { isOpen, openIndex, type ReadRange } from '../../../results/run-index/open-index.ts';
import type { RunIndex, Span } from '../../../results/run-index/run-index.ts';
import type { RunStore } from '../../ports/run-store.ts';
import type { RunRow } from '../../records/runs/runs.ts';

/**
 * Returns the source of a part of a run's document for queries. The part is too large to read whole, and the
 * queries need little of it. The whole document has a stored index. The index of any other part is made in
 * one pass when it is first needed, and is kept with the source.
 *
 * @param index of the run.
 */
export function partSource(runs: RunStore, run: RunRow, index: RunIndex, part: Span): RunSource {
  const document = runs.document(run.id, run.revision);
  const unkept = { kept: () => undefined, keep: () => undefined };
  // Only the whole document begins at the position of the root.
  if (index.root.start === part.start)
    return {
      ...unkept,
      documentBytes: run.sizeBytes,
      document,
      index: runs.index(run.id, run.revision),
      openIndex: async () => index,
    };
  const documentBytes = part.end - part.start;
  const inPart: ReadRange = (start, end = documentBytes) => document(part.start + start, part.start + end);
  let making: Promise<BuiltIndex> | undefined;
  const made = (): Promise<BuiltIndex> => {
    making ??= builtIndex(chunksOf(inPart, documentBytes));
    return making;
  };
  return {
    ...unkept,
    documentBytes,
    document: inPart,
    index: async (start, end) => (await made()).bytes.subarray(start, end),
    openIndex: async () => (await made()).index,
  };
}

/**
 * Opens a part of a run whose index was not read yet.
 * @throws Error for a run whose document is deleted.
 */
export const openPart = async (runs: RunStore, run: RunRow, part: Span): Promise<RunSource> =>
  partSource(runs, run, await indexOf(runs, run), part);

/**
 * Reads the index of a run. A new index is made when no usable index is stored.
 * @throws Error for a run whose document is deleted.
 */
export async function indexOf(runs: RunStore, { id, revision, sizeBytes }: RunRow): Promise<RunIndex> {
  const stored = await openIndex(runs.index(id, revision), { documentBytes: sizeBytes });
  if (isOpen(stored)) return stored;
  const { index, bytes } = await builtIndex(chunksOf(runs.document(id, revision), sizeBytes));
  await runs.putIndex(id, bytes, revision);
  return index;
}
