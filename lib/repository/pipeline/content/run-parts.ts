import { type Pieces, piecesIn, piecesOf, type Span } from '../../../results/json/value-spans.ts';
import type { RunSource } from '../../../results/query/query-run.ts';
import { chunksOf } from '../../../results/run-index/document-chunks.ts';
import { type BuiltIndex, builtIndex } from '../../../results/run-index/index-run.ts';
import type { RunIndex } from '../../../results/run-index/index-types.ts';
import { isOpen, openIndex, type ReadRange } from '../../../results/run-index/open-index.ts';
import type { SchemaReference } from '../../../results/run-index/pack-schema-references.ts';
import type { Part } from '../../../results/transform/transform.ts';
import type { RunStore } from '../../ports/run-store.ts';
import type { Slice } from '../../records/datasets/dataset.ts';
import type { RunRow } from '../../records/runs/runs.ts';
import { contentLimits } from './limits.ts';

/** A part of a run that names a schema, and its position in the run. */
export type RunPart = Part & { readonly slice: Slice };

/** The document and the metadata of a run, if they are in memory. */
export type RunBytes = { readonly document?: Uint8Array; readonly metadata?: Uint8Array };

/**
 * Reads the parts of a run at the given positions. If the run is large, only the parts in `needed` are read.
 * @throws Error for a run whose document is deleted.
 */
export async function partsOf(
  runs: RunStore,
  run: RunRow,
  references: readonly SchemaReference[],
  needed: (reference: SchemaReference) => boolean,
  known: RunBytes = {},
): Promise<readonly RunPart[]> {
  const [inDocument = [], inMetadata = []] = ([0, 1] as const).map((source) =>
    references.filter((each) => each.source === source),
  );
  const isLarge = known.document === undefined && run.sizeBytes > contentLimits.datasetRunBytesMax;
  const ofDocument =
    inDocument.length === 0
      ? []
      : isLarge
        ? await partsOfLarge(runs, run, inDocument, needed)
        : cut(known.document ?? must(await runs.get(run.id, run.revision), run), inDocument);
  const ofMetadata =
    inMetadata.length === 0 ? [] : cut(known.metadata ?? must(await runs.metadata(run.id), run), inMetadata);
  return [...ofDocument, ...ofMetadata];
}

function must<T>(bytes: T | undefined, run: RunRow): T {
  if (bytes === undefined) throw new Error(`the bucket has no document or no metadata of run ${run.id}`);
  return bytes;
}

function cut(bytes: Uint8Array, references: readonly SchemaReference[]): readonly RunPart[] {
  const pieces = piecesOf(bytes, new Set(references.flatMap(({ key }) => key ?? [])));
  return placed(references, (reference) => spanIn(pieces, reference)).map(([reference, slice]) => ({
    reference,
    slice,
    bytes: bytes.subarray(slice.start, slice.end),
  }));
}

const spanIn = ({ root, inner }: Pieces, { key }: SchemaReference): Span | undefined =>
  key === null ? root : inner.get(key);

async function partsOfLarge(
  runs: RunStore,
  run: RunRow,
  references: readonly SchemaReference[],
  needed: (reference: SchemaReference) => boolean,
): Promise<readonly RunPart[]> {
  const index = await indexOf(runs, run);
  const document = runs.document(run.id, run.revision);
  const pieces = await piecesOfLarge(runs, run, index, references);
  const parts: RunPart[] = [];
  let left = contentLimits.datasetPartsBytesMax;
  for (const [reference, slice] of placed(references, (each) => spanIn(pieces, each))) {
    const size = slice.end - slice.start;
    const isRead = needed(reference) && size <= Math.min(left, contentLimits.datasetPartBytesMax);
    if (isRead) left -= size;
    parts.push({
      reference,
      slice,
      ...(isRead
        ? { bytes: must(await document(slice.start, slice.end), run) }
        : { source: partSource(runs, run, index, slice) }),
    });
  }
  return parts;
}

/**
 * Finds the positions of members in a large run. They come from the index of the run. If the run has more
 * members than the index lists, one pass over the document finds them.
 */
async function piecesOfLarge(
  runs: RunStore,
  { id, revision, sizeBytes }: RunRow,
  { root, members, table }: RunIndex,
  references: readonly SchemaReference[],
): Promise<Pieces> {
  const document = runs.document(id, revision);
  const keys = new Set(references.flatMap(({ key }) => key ?? []));
  if (keys.size === 0) return { root, inner: new Map() };
  if (members !== undefined)
    return { root, inner: new Map(members.map((member) => [member.name, member] as const)) };
  if (table === undefined) return piecesIn(chunksOf(document, sizeBytes), keys);
  const reader = { document, index: runs.index(id, revision) };
  // The module for large lists is loaded when the first large list needs it.
  const { RangeReader } = await import('../../../results/query/planner/range-reader.ts');
  const spans = await new RangeReader(reader).spansOf(table, [...keys].map(Number));
  return { root, inner: new Map([...spans].map(([row, span]) => [String(row), span])) };
}

function placed(
  references: readonly SchemaReference[],
  spanOf: (reference: SchemaReference) => Span | undefined,
): readonly (readonly [SchemaReference, Slice])[] {
  return references.flatMap((reference) => {
    const span = spanOf(reference);
    return span === undefined
      ? []
      : [[reference, { source: reference.source, start: span.start, end: span.end }] as const];
  });
}

/**
 * Returns the source of a part of a run's document for queries. The part is too large to read whole, and the
 * queries need little of it. The whole document has a stored index. For any other part, the source makes an
 * index in one pass when a query first needs it, and keeps the index.
 *
 * @param index of the run.
 */
export function partSource(runs: RunStore, run: RunRow, index: RunIndex, part: Span): RunSource {
  const document = runs.document(run.id, run.revision);
  const unkept = { kept: () => undefined, keep: () => undefined };
  // A value that begins at the position of the root is the whole document.
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
