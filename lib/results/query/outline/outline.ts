import type { Outline } from '../../../api.generated.ts';
import type { RunIndex, Span, Table } from '../../run-index/index-types.ts';
import type { ReadRange } from '../../run-index/open-index.ts';
import { counted, RangeReader } from '../planner/range-reader.ts';
import { type RunSource, smallDocument } from '../query-run.ts';
import { presentItem } from './collect-items.ts';
import { type IndexPage, ofMembers, ofRows } from './indexed.ts';
import type { Listing, OutlinePage } from './outline-page.ts';
import { invalidCursor, noPlace, placeText, type Step } from './place.ts';
import { resumed, scanned } from './scanned.ts';

/**
 * Lists one array or object of a stored run, the "place": a page of its members or elements. A small document
 * is scanned in memory. For a large document, the index has the positions of members and elements, and one to
 * four reads fetch the short ones. A place that the index does not have is scanned, from the nearest position
 * that the index has.
 *
 * A cursor is the index of the next item in the index (`m` for members, `e` for elements). For a place that
 * is scanned, it is this number and the document offset behind the previous item (`o` in an object, `a` in an
 * array).
 *
 * @throws DownpourError NO_PLACE (404) when there is no such value, PLACE_TOO_FAR (413) when it is behind
 *   more bytes than one reply reads, REQUEST_INVALID (400) for an invalid cursor.
 */
export async function outlineRun(
  steps: readonly Step[],
  page: OutlinePage,
  source: RunSource,
): Promise<Outline> {
  const cost = { bytesRead: 0, reads: 0 };
  const [document, index] = [counted(source.document, cost), counted(source.index, cost)];
  const { items, ...listing } = await listed(steps, page, { ...source, document, index });
  return { path: placeText(steps), ...listing, items: items.map(presentItem), ...cost };
}

async function listed(steps: readonly Step[], page: OutlinePage, source: RunSource): Promise<Listing> {
  const cursor = parseCursor(page.cursor ?? '');
  const small = await smallDocument(source, page.wholeBytesMax);
  const bytes = small?.document.bytes;
  const read: ReadRange = bytes ? async (start, end) => bytes.subarray(start, end) : source.document;
  const whole = { start: 0, end: source.documentBytes };
  if (cursor?.offset !== undefined)
    return resumed({ ...cursor, offset: cursor.offset }, page, { read, span: whole });
  if (bytes !== undefined) return scanned({ read, span: whole, steps, mayRepeat: true }, page);
  const index = await source.openIndex(source.index);
  return fromIndex(steps, { ...page, from: cursor?.position ?? 0 }, index, source);
}

async function fromIndex(
  steps: readonly Step[],
  page: IndexPage,
  index: RunIndex,
  source: RunSource,
): Promise<Listing> {
  const { root, members, table, repeatsNames } = index;
  const [first, ...rest] = steps;
  if (first === undefined && members !== undefined) return ofMembers(root, members, page, source);
  if (table !== undefined) return inTable(steps, { span: root, table, repeatsNames }, page, source);
  if (first === undefined || members === undefined)
    return scanned({ read: source.document, span: root, steps, mayRepeat: repeatsNames }, page);
  const member = members.find(({ name }) => name === first);
  if (member === undefined) throw noPlace(steps);
  if (member.table !== undefined) {
    const array = { span: member, table: member.table, repeatsNames: member.repeatsNames };
    return inTable(rest, array, page, source, steps);
  }
  return scanned(
    { read: source.document, span: member, steps: rest, mayRepeat: member.repeatsNames, path: steps },
    page,
  );
}

type TableArray = { readonly span: Span; readonly table: Table; readonly repeatsNames: boolean };

/** Lists an array that has a table in the index, or a value inside that array. */
async function inTable(
  steps: readonly Step[],
  { span, table, repeatsNames }: TableArray,
  page: IndexPage,
  source: RunSource,
  path = steps,
): Promise<Listing> {
  const [row, ...rest] = steps;
  if (row === undefined) return ofRows(span, table, page, source);
  if (typeof row !== 'number' || row >= table.rows) throw noPlace(path);
  const at = (await new RangeReader(source).spansOf(table, [row])).get(row);
  if (at === undefined) throw noPlace(path);
  return scanned({ read: source.document, span: at, steps: rest, mayRepeat: repeatsNames, path }, page);
}

type Cursor = { readonly letter: string; readonly position: number; readonly offset?: number };

function parseCursor(text: string): Cursor | undefined {
  if (text === '') return undefined;
  const [, letter = '', position, offset] = /^([meoa])(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  if (letter === '' || 'oa'.includes(letter) !== (offset !== undefined)) throw invalidCursor();
  return { letter, position: Number(position), ...(offset !== undefined && { offset: Number(offset) }) };
}
