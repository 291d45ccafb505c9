import { scanLimits } from '../../json/limits.ts';
import { notJson } from '../../json/parse-json.ts';
import { Scanner } from '../../json/scanner.ts';
import type { Span } from '../../run-index/index-types.ts';
import type { ReadRange } from '../../run-index/open-index.ts';
import { type Found, Items } from './collect-items.ts';
import { outlineLimits } from './limits.ts';
import type { Listing, OutlinePage } from './outline-page.ts';
import { invalidCursor, noPlace, type Step, tooFar } from './place.ts';

type Scan = {
  readonly read: ReadRange;
  /** The part of the document to scan. */
  readonly span: Span;
  /** The steps from the scanned value to the array or object to list. */
  readonly steps: readonly Step[];
  readonly mayRepeat: boolean;
  /** The whole path from the root, for error messages. */
  readonly path?: readonly Step[];
};

/** Finds an array or object in a part of the document, and lists its first page. */
export async function scanned(
  { read, span, steps, mayRepeat, path = steps }: Scan,
  page: OutlinePage,
): Promise<Listing> {
  const scanner = new Scanner({ ...scanLimits, windowBytes: outlineLimits.windowBytes });
  const items = new Items(scanner, { steps, limit: page.limit, base: span.start, mayRepeat });
  scanner.listener = items;
  const isRead = await fed(scanner, items, read, span);
  const { place } = items;
  if (place === undefined && isRead) throw noPlace(path);
  if (place === undefined || (!isRead && place.end === undefined && items.items.length === 0))
    throw tooFar(path);
  return listingOf(place, items, 0, isRead);
}

/**
 * The parts of a cursor: `o` for an object or `a` for an array, the index of the next item, and the document
 * offset behind the previous item.
 */
export type Resumption = { readonly letter: string; readonly position: number; readonly offset: number };

/** Lists the next page of an array or object that is scanned, from the end of the previous item on. */
export async function resumed(
  { letter, position, offset }: Resumption,
  page: OutlinePage,
  { read, span }: Pick<Scan, 'read' | 'span'>,
): Promise<Listing> {
  const before = new TextEncoder().encode(letter === 'a' ? '[0' : '{"":0');
  const scanner = new Scanner({ ...scanLimits, windowBytes: outlineLimits.windowBytes });
  const options = { steps: [], limit: page.limit, mayRepeat: false, position };
  const items = new Items(scanner, { ...options, base: offset - before.length });
  scanner.listener = items;
  if (offset >= span.end || scanner.push(before) !== undefined) throw invalidCursor();
  const isRead = await fed(scanner, items, read, { start: offset, end: span.end }, true);
  const { place } = items;
  if (place === undefined || (isRead && place.end === undefined && !items.hasMore)) throw invalidCursor();
  if (items.items.length === 0 && place.end === undefined) throw tooFar([]);
  const { bytes: _, count: __, ...listing } = listingOf(place, items, position, isRead);
  return listing;
}

function listingOf(
  place: Found,
  { items, hasMore, end: next }: Items,
  position: number,
  isRead: boolean,
): Listing {
  const { type, start, end, count, value } = place;
  const isCut = hasMore || (!isRead && end === undefined);
  const letter = type === 'array' ? 'a' : 'o';
  return {
    type,
    ...(end !== undefined && { bytes: end - start }),
    ...(count !== undefined && { count }),
    ...(value !== undefined && { value }),
    items,
    ...(isCut && { next: `${letter}${position + items.length}.${next ?? start}` }),
  };
}

/**
 * Reads bytes into the scanner until the page is full or `scanBytesMax` is reached.
 * @param isOpenEnded true: the bytes go beyond the value, so a mistake behind the value is ignored.
 * @returns true when the value was read to its end, or the rest of it does not matter.
 */
async function fed(
  scanner: Scanner,
  items: Items,
  read: ReadRange,
  { start, end }: Span,
  isOpenEnded = false,
): Promise<boolean> {
  const { placeBytesMax, partBytesMin, partBytesMax, scanBytesMax } = outlineLimits;
  let part: number = !isOpenEnded && end - start <= placeBytesMax ? placeBytesMax : partBytesMin;
  for (let at = start; at < end; part = Math.min(4 * part, partBytesMax)) {
    if (at - start >= scanBytesMax) return false;
    const bytes = await read(at, Math.min(end, at + part));
    if (bytes === undefined) throw new Error('the bucket has no document of this run');
    const problem = scanner.push(bytes);
    // If these are the last bytes, `end` scans them to the end, so that the size of the value is known.
    if (items.isDone && (problem !== undefined || at + bytes.length < end)) return true;
    if (problem !== undefined) throw isOpenEnded ? invalidCursor() : notJson(problem.reason);
    at += bytes.length;
  }
  const problem = scanner.end();
  if (problem !== undefined && !items.isDone) throw isOpenEnded ? invalidCursor() : notJson(problem.reason);
  return true;
}
