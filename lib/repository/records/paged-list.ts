import { parameterInvalid } from '../../errors.ts';
import { recordLimits } from './limits.ts';

/** The requested part of a list. Without limit and cursor: the whole list. */
export type Walk = { readonly limit?: number | undefined; readonly cursor?: string | undefined };

/** Some items of a list. `next` is the cursor for the items after them. Absent: the list ends here. */
export type Walked<T> = { readonly items: readonly T[]; readonly next?: string };

/**
 * The values by which a list is sorted. They identify an item. All items of a list have equally many values
 * of the same types.
 */
export type SortKey = readonly (string | number)[];

/**
 * Returns a page of a list in memory. A cursor is the sort key of the last item before the page, so new or
 * deleted items do not shift the page. The cursor names an item that the caller has seen, so it is not
 * encrypted.
 * @throws DownpourError REQUEST_INVALID (400) for a text that is not a cursor of the list.
 */
export function walked<T>(
  list: readonly T[],
  sortKeyOf: (item: T) => SortKey,
  { limit, cursor }: Walk,
): Walked<T> {
  if (limit === undefined && cursor === undefined) return { items: list };
  const sorted = list
    .map((item) => ({ item, place: sortKeyOf(item) }))
    .sort((a, b) => compared(a.place, b.place));
  const after = cursor ? parsed(cursor, sorted[0]?.place) : undefined;
  const from = after ? sorted.findIndex(({ place }) => compared(place, after) > 0) : 0;
  const rest = from < 0 ? [] : sorted.slice(from);
  const page = rest.slice(0, limit ?? recordLimits.walkedItems);
  const items = page.map(({ item }) => item);
  const last = page.at(-1);
  return last === undefined || page.length === rest.length ? { items } : { items, next: textOf(last.place) };
}

const textOf = (place: SortKey): string => Buffer.from(JSON.stringify(place)).toString('base64url');

/**
 * Parses a cursor.
 * @param like the sort key of an item of the list. Absent when the list is empty.
 */
function parsed(cursor: string, like: SortKey | undefined): SortKey {
  const place = sortKeyIn(Buffer.from(cursor, 'base64url').toString());
  if (place !== undefined && (like === undefined || hasTypesOf(place, like))) return place;
  throw parameterInvalid(
    'cursor',
    'has a value that this list did not return: send the `next` of the previous page, or an empty cursor to begin with the first item',
  );
}

/** Parses the sort key in a text. Undefined for a text that is not a sort key. */
function sortKeyIn(text: string): SortKey | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(isScalar) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isScalar = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

const hasTypesOf = (place: SortKey, like: SortKey): boolean =>
  place.length === like.length && place.every((value, at) => typeof value === typeof like[at]);

function compared(a: SortKey, b: SortKey): number {
  for (const [at, left] of a.entries()) {
    const right = b[at] ?? left;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
