import { isComposite } from '../../json/kind.ts';
import { scanLimits } from '../../json/limits.ts';
import { notJson } from '../../json/parse-json.ts';
import { Scanner } from '../../json/scanner.ts';
import type { Member, Span, Table } from '../../run-index/index-types.ts';
import { RangeReader, together } from '../planner/range-reader.ts';
import type { RunSource } from '../query-run.ts';
import { type FoundItem, Items, type Type, typeOf } from './collect-items.ts';
import { outlineLimits } from './limits.ts';
import type { Listing, OutlinePage } from './outline-page.ts';
import type { Step } from './place.ts';

/** A page of items, and the index of its first item. */
export type IndexPage = OutlinePage & { readonly from: number };

/** Lists a page of the members of the document from the index. */
export async function ofMembers(
  { start, end }: Span,
  members: readonly Member[],
  { limit, from }: IndexPage,
  source: RunSource,
): Promise<Listing> {
  const some = members.slice(from, from + limit).map(({ name, ...member }) => ({ ...member, step: name }));
  const items = await described(some, source);
  const next = from + items.length;
  return {
    type: 'object',
    bytes: end - start,
    count: members.length,
    items,
    ...(next < members.length && { next: `m${next}` }),
  };
}

/** Lists a page of the elements of a large array from the index. */
export async function ofRows(
  { start, end }: Span,
  table: Table,
  { limit, from }: IndexPage,
  source: RunSource,
): Promise<Listing> {
  const count = Math.min(limit, table.rows - from);
  const indexes = Array.from({ length: Math.max(count, 0) }, (_, n) => from + n);
  const spans = await new RangeReader(source).spansOf(table, indexes);
  const kinds = typeOf(table.paths.kinds) === undefined ? 0 : table.paths.kinds;
  const rows = [...spans].map(([row, span]) => ({ ...span, kind: kinds, step: row }));
  const items = await described(rows, source);
  const next = from + items.length;
  return {
    type: 'array',
    bytes: end - start,
    count: table.rows,
    items,
    ...(next < table.rows && { next: `e${next}` }),
  };
}

/** A member or an element, as the index has it. `kind`: 0 when the index does not have the kind. */
type Known = Span & { readonly step: Step; readonly kind: number; readonly count?: number };

/**
 * Reads the values that are short, and the first byte of those whose kind the index does not have. The page
 * ends early when more values would need too many reads.
 */
async function described(known: readonly Known[], source: RunSource): Promise<readonly FoundItem[]> {
  const needed = known.flatMap((value, n) => {
    const span = neededBytesOf(value);
    return span === undefined ? [] : [{ ...span, n }];
  });
  // A member whose name is repeated has the position of its last value, so the spans must be sorted.
  const batches = together(needed.sort((a, b) => a.start - b.start));
  const some = known.slice(0, cutOf(known.length, batches));
  const contents = await contentsOf(
    needed.filter(({ n }) => n < some.length),
    source,
  );
  return some.map(({ step, kind: kinds, start, end, count }, n) => {
    const bytes = contents.get(n);
    const whole = bytes?.length === end - start ? scalarOrCount(bytes) : undefined;
    const type = typeOf(kinds) ?? whole?.type ?? typeOfByte(bytes?.[0]);
    return { type, start, end, ...(count !== undefined && { count }), ...whole, step };
  });
}

/** A span of bytes to read. `n` is the number of its value in the page. */
type NeededBytes = Span & { readonly n: number };

/** The number of values of the page that `readsMax` reads can describe. */
function cutOf(length: number, batches: readonly { readonly spans: readonly NeededBytes[] }[]): number {
  const batchOf = new Map(batches.flatMap(({ spans }, batch) => spans.map(({ n }) => [n, batch])));
  const read = new Set<number>();
  for (let n = 0; n < length; n += 1) {
    const batch = batchOf.get(n);
    if (batch !== undefined) read.add(batch);
    if (read.size > outlineLimits.readsMax) return n;
  }
  return length;
}

/** The bytes of a value that must be read. Undefined: none, because the index has all that is shown. */
function neededBytesOf({ start, end, kind: kinds, count }: Known): Span | undefined {
  const isShown = isComposite(kinds)
    ? count === undefined && end - start <= outlineLimits.countedBytesMax
    : end - start <= (kinds === 0 ? outlineLimits.countedBytesMax : outlineLimits.valueBytesMax);
  if (isShown) return { start, end };
  return kinds === 0 ? { start, end: start + 1 } : undefined;
}

/**
 * Reads spans in ascending order.
 * @returns the bytes of each span by the number of its value in the page.
 */
async function contentsOf(
  spans: readonly NeededBytes[],
  source: RunSource,
): Promise<ReadonlyMap<number, Uint8Array>> {
  const found: Uint8Array[] = [];
  const reader = new RangeReader(source);
  for await (const batch of reader.batches(spans)) found.push(...batch);
  return new Map(spans.flatMap(({ n }, at) => (found[at] === undefined ? [] : [[n, found[at]]])));
}

/** The type, the count and the text of a value in memory. */
function scalarOrCount(bytes: Uint8Array): Pick<FoundItem, 'type' | 'count' | 'value'> | undefined {
  const windowBytes = bytes.length + 1;
  const scanner = new Scanner({ ...scanLimits, windowBytes, tokenBytesMax: windowBytes });
  const items = new Items(scanner, { steps: [], limit: 0, base: 0, mayRepeat: true });
  scanner.listener = items;
  const problem = scanner.push(bytes) ?? scanner.end();
  if (problem !== undefined) throw notJson(problem.reason, undefined, 'a part of the run');
  if (items.place === undefined) return undefined;
  const { type, count, value } = items.place;
  return { type, ...(count !== undefined && { count }), ...(value !== undefined && { value }) };
}

/**
 * The types of values that are not read whole, by their first byte. Every other value of this kind is a
 * number, because `true`, `false` and `null` are short and always read whole.
 */
const typesOfBytes: Readonly<Record<string, Type>> = {
  '{': 'object',
  '[': 'array',
  '"': 'string',
};

const typeOfByte = (byte: number | undefined): Type =>
  typesOfBytes[String.fromCharCode(byte ?? 0)] ?? 'number';
