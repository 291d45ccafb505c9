import type { RunSource } from '../../../results/query/query-run.ts';
import { chunksOf } from '../../../results/run-index/chunks.ts';
import { type BuiltIndex, builtIndex } from '../../../results/run-index/index-bytes.ts';
import { isOpen, openIndex, type ReadRange } from '../../../results/run-index/open-index.ts';
import type { RunIndex, Span } from '../../../results/run-index/run-index.ts';
import type { RunStore } from '../../../store/runs.ts';
import type { RunRow } from '../../runs/runs.ts';

/**
 * A part of the document of a run that is too large to be read whole, for what asks a little of it. The whole document has its
 * index beside it. Of any other part the index is made here, in one pass over it, and kept as long as the source is.
 * @throws Error for a run whose document is gone.
 */
export async function partSource(runs: RunStore, run: RunRow, part: Span): Promise<RunSource> {
  const document = runs.document(run.id, run.revision);
  const whole = await indexOf(runs, run);
  if (whole.root.start === part.start && whole.root.end === part.end)
    return source(document, run.sizeBytes, whole, runs.index(run.id, run.revision));
  const inPart: ReadRange = (start, end = part.end - part.start) =>
    document(part.start + start, part.start + end);
  const bytes = part.end - part.start;
  const { index, bytes: stored } = await builtIndex(chunksOf(inPart, bytes));
  return source(inPart, bytes, index, async (start, end) => stored.subarray(start, end));
}

const source = (
  document: ReadRange,
  documentBytes: number,
  opened: BuiltIndex['index'],
  index: ReadRange,
): RunSource => ({
  ...{ documentBytes, document, index },
  openIndex: async () => opened,
  kept: () => undefined,
  keep: () => undefined,
});

/** The index of a run, made anew where there is none that can be used. */
export async function indexOf(runs: RunStore, { id, revision, sizeBytes }: RunRow): Promise<RunIndex> {
  const stored = await openIndex(runs.index(id, revision), { documentBytes: sizeBytes });
  if (isOpen(stored)) return stored;
  const { index, bytes } = await builtIndex(chunksOf(runs.document(id, revision), sizeBytes));
  await runs.putIndex(id, bytes, revision);
  return index;
}
