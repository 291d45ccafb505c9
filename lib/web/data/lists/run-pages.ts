import type { RunSummary, RunsSummary } from '../../../api.generated.ts';

/**
 * A part of a list that came with one answer. Its rows are removed from memory when they are far from the
 * screen.
 */
export type PageOfRows = {
  /** The cursor with which this page was requested. */
  readonly cursor: string;
  readonly count: number;
  readonly rows: readonly RunSummary[] | undefined;
};

/** A list of runs, as far as it is loaded. */
export type RunPages = {
  readonly pages: readonly PageOfRows[];
  /** The cursor of the next page. Undefined: the list has ended. */
  readonly next: string | undefined;
  /** The number of all runs that the server counted. Undefined for a filtered list. */
  readonly total: number | undefined;
  /**
   * The number of runs that the server has read to fill a filtered list, and `left`: the most runs that it
   * may still read.
   */
  readonly looked: number | undefined;
  readonly left: number | undefined;
};

export const noPages: RunPages = {
  pages: [],
  next: '',
  total: undefined,
  looked: undefined,
  left: undefined,
};

/** Adds the next page to the end of a list. */
export function withPage(list: RunPages, cursor: string, answer: RunsSummary): RunPages {
  const { runs, next, looked, left, total } = answer;
  const page = { cursor, count: runs.length, rows: runs };
  const pages = runs.length > 0 ? [...list.pages, page] : list.pages;
  return { pages, next, looked, left, total: looked === undefined ? total : undefined };
}

/**
 * Adds the rows of a page that was removed from memory and is loaded again. The rows may have changed
 * meanwhile.
 */
export const withRows = (list: RunPages, cursor: string, rows: readonly RunSummary[]): RunPages => ({
  ...list,
  pages: list.pages.map((page) => (page.cursor === cursor ? { cursor, count: rows.length, rows } : page)),
});

export const countOf = ({ pages }: RunPages): number => pages.reduce((sum, { count }) => sum + count, 0);

/** A row and its place in the list, from 0. */
export type PlacedRow = { readonly at: number; readonly run: RunSummary };

/** The rows from one position to another. Rows that were removed from memory are left out. */
export function rowsBetween({ pages }: RunPages, from: number, to: number): readonly PlacedRow[] {
  const found: PlacedRow[] = [];
  let first = 0;
  for (const { count, rows } of pages) {
    const [start, end] = [Math.max(from, first), Math.min(to, first + count)];
    for (let at = start; at < end; at++) {
      const run = rows?.[at - first];
      if (run !== undefined) found.push({ at, run });
    }
    first += count;
  }
  return found;
}

/** The cursors of pages between two positions whose rows were removed from memory. */
export function forgottenBetween({ pages }: RunPages, from: number, to: number): readonly string[] {
  let first = 0;
  return pages.flatMap(({ cursor, count, rows }) => {
    const isWanted = rows === undefined && first < to && first + count > from;
    first += count;
    return isWanted ? [cursor] : [];
  });
}

/** Removes the rows of pages that are farthest from a position, so that at most `rowsMax` rows remain. */
export function forgetting(list: RunPages, place: number, rowsMax: number): RunPages {
  let first = 0;
  const kept = list.pages.map((page) => {
    const distance = Math.max(first - place, place - (first + page.count), 0);
    first += page.count;
    return { page, distance };
  });
  let left = rowsMax;
  const stay = new Set<string>();
  for (const { page } of [...kept].sort((a, b) => a.distance - b.distance)) {
    if (page.rows === undefined) continue;
    left -= page.count;
    if (left >= 0) stay.add(page.cursor);
  }
  if (left >= 0) return list;
  const pages = list.pages.map((page) => (stay.has(page.cursor) ? page : { ...page, rows: undefined }));
  return { ...list, pages };
}
