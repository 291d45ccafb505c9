import type { ReadRange } from '../../../results/run-index/open-index.ts';
import type { DatasetStore } from '../../ports/dataset-store.ts';
import type { RunStore } from '../../ports/run-store.ts';
import type { DatasetRow, Slice } from '../../records/datasets/dataset.ts';

/** The stores of documents. */
export type DocumentStores = { readonly runs: RunStore; readonly datasets: DatasetStore };

/**
 * Returns a function that reads ranges of a dataset's document. The function returns undefined when the
 * document from which the dataset was cut is deleted.
 */
export function documentOf({ runs, datasets }: DocumentStores, dataset: DatasetRow): ReadRange {
  const { id, runId, slices, revision, sizeBytes } = dataset;
  if (slices !== undefined) {
    const document = runs.document(runId, revision);
    return readSlices(slices, [document, wholeRange(() => runs.metadata(runId))]);
  }
  return sizeBytes === emptyDocument.length
    ? wholeRange(async () => emptyDocument)
    : datasets.document(runId, id);
}

/**
 * Reads the whole document of a dataset. Undefined when the document from which the dataset was cut is
 * deleted.
 */
export const wholeDocument = (stores: DocumentStores, dataset: DatasetRow): Promise<Uint8Array | undefined> =>
  documentOf(stores, dataset)(0, dataset.sizeBytes);

export const emptyDocument: Uint8Array = Buffer.from('[]');

/** The size in bytes of the JSON array that these slices form. */
export const lengthOf = (slices: readonly Slice[]): number =>
  slices.reduce((sum, { start, end }) => sum + end - start + 1, 1) + Number(slices.length === 0);

/**
 * Returns a function that reads ranges of a JSON array whose elements are slices of other documents. `source`
 * of a slice is the index of its document.
 */
export function readSlices(slices: readonly Slice[], sources: readonly ReadRange[]): ReadRange {
  const length = lengthOf(slices);
  return async (start, end = length) => {
    const from = start < 0 ? Math.max(0, length + start) : start;
    const to = Math.min(end, length);
    if (to <= from) return new Uint8Array(0);
    const selected = piecesWithin(slices, from, to);
    const parts = await Promise.all(
      selected.map((piece) =>
        'text' in piece ? Buffer.from(piece.text) : sources[piece.source]?.(piece.start, piece.end),
      ),
    );
    const found = parts.filter((part) => part !== undefined);
    const bytes = Buffer.concat(found);
    return found.length === parts.length && bytes.length === to - from ? bytes : undefined;
  };
}

type Piece = { readonly text: string } | Slice;

/** The pieces of documents that form the bytes of the array between two offsets. */
function piecesWithin(slices: readonly Slice[], from: number, to: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const text = (written: string): void => {
    if (at >= from && at < to) pieces.push({ text: written });
    at += 1;
  };
  for (const { source, start, end } of slices) {
    text(at === 0 ? '[' : ',');
    const [first, last] = [Math.max(from, at), Math.min(to, at + end - start)];
    if (first < last) pieces.push({ source, start: start + first - at, end: start + last - at });
    at += end - start;
  }
  if (slices.length === 0) text('[');
  text(']');
  return pieces;
}

/**
 * Returns a function that reads ranges of a document. It reads the whole document once, at the first call.
 */
function wholeRange(read: () => Promise<Uint8Array | undefined>): ReadRange {
  let bytes: Promise<Uint8Array | undefined> | undefined;
  return async (start, end) => {
    bytes ??= read();
    return (await bytes)?.subarray(start, end);
  };
}
