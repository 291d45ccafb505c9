import { type Pieces, piecesOf, type Span } from '../../../results/json/pieces.ts';
import { limits } from '../../../results/limits.ts';
import type { rowSpansOf } from '../../../results/query/planner/row-spans.ts';
import type { SchemaPlace } from '../../../results/run.ts';
import type { Part } from '../../../results/transform/transform.ts';
import type { RunStore } from '../../../store/runs.ts';
import type { RunRow } from '../../runs/runs.ts';
import type { Slice } from '../dataset.ts';
import { indexOf, partSource } from './part-source.ts';

/** A part of a run, and where it stands. */
export type RunPart = Part & { readonly slice: Slice };

/** The document and the metadata of a run, where they are at hand. */
export type RunBytes = { readonly document?: Uint8Array; readonly metadata?: Uint8Array };

/**
 * The parts of a run at some places. Of a large run only those are read that are `needed`.
 * @throws Error for a run whose document is gone.
 */
export async function partsOf(
  runs: RunStore,
  run: RunRow,
  places: readonly SchemaPlace[],
  needed: (place: SchemaPlace) => boolean,
  known: RunBytes = {},
): Promise<readonly RunPart[]> {
  const [inDocument, inMetadata] = ([0, 1] as const).map((source) =>
    places.filter((each) => each.source === source),
  );
  const ofMetadata = inMetadata?.length
    ? cut(known.metadata ?? must(await runs.metadata(run.id), run), inMetadata)
    : [];
  if (!inDocument?.length) return ofMetadata;
  if (known.document === undefined && run.sizeBytes > limits.datasetRunBytesMax)
    return [...(await partsOfLarge(runs, run, inDocument, needed)), ...ofMetadata];
  return [
    ...cut(known.document ?? must(await runs.get(run.id, run.revision), run), inDocument),
    ...ofMetadata,
  ];
}

function must<T>(bytes: T | undefined, run: RunRow): T {
  if (bytes === undefined) throw new Error(`the document or the metadata of run ${run.id} is missing`);
  return bytes;
}

function cut(bytes: Uint8Array, places: readonly SchemaPlace[]): readonly RunPart[] {
  const pieces = piecesOf(bytes, new Set(places.flatMap(({ key }) => key ?? [])));
  return placed(places, (place) => spanIn(pieces, place)).map(([place, slice]) => ({
    ...{ place, slice, bytes: bytes.subarray(slice.start, slice.end) },
  }));
}

const spanIn = ({ root, inner }: Pieces, { key }: SchemaPlace): Span | undefined =>
  key === null ? root : inner.get(key);

async function partsOfLarge(
  runs: RunStore,
  run: RunRow,
  places: readonly SchemaPlace[],
  needed: (place: SchemaPlace) => boolean,
): Promise<readonly RunPart[]> {
  const index = await indexOf(runs, run);
  const { root, members = [], table } = index;
  const document = runs.document(run.id, run.revision);
  const rows = places.flatMap(({ type, key }) => (type === 2 ? [Number(key)] : []));
  const reader = { document, index: runs.index(run.id, run.revision) };
  const elements = table && rows.length > 0 ? await spansOf(table, rows, reader) : new Map();
  const inner = new Map<string, Span>([
    ...members.map((member) => [member.name, member] as const),
    ...elements,
  ]);
  const parts: RunPart[] = [];
  let left = limits.datasetPartsBytesMax;
  for (const [place, slice] of placed(places, (each) => spanIn({ root, inner }, each))) {
    const size = slice.end - slice.start;
    const isRead = needed(place) && size <= Math.min(left, limits.datasetPartBytesMax);
    if (isRead) left -= size;
    parts.push({
      ...{ place, slice },
      ...(isRead
        ? { bytes: must(await document(slice.start, slice.end), run) }
        : { source: partSource(runs, run, index, slice) }),
    });
  }
  return parts;
}

/** Loaded for the first large list. */
async function spansOf(...asked: Parameters<typeof rowSpansOf>): ReturnType<typeof rowSpansOf> {
  const { rowSpansOf } = await import('../../../results/query/planner/row-spans.ts');
  return rowSpansOf(...asked);
}

function placed(
  places: readonly SchemaPlace[],
  spanOf: (place: SchemaPlace) => Span | undefined,
): readonly (readonly [SchemaPlace, Slice])[] {
  return places.flatMap((place) => {
    const span = spanOf(place);
    return span === undefined
      ? []
      : [[place, { source: place.source, start: span.start, end: span.end }] as const];
  });
}
