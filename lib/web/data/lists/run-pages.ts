import type { RunSummary, RunsSummary } from '../../../api.generated.ts';

/** A stretch of a list that came with one answer. Far from the screen its rows are forgotten. */
export type PageOfRows = {
  /** The cursor that this page was asked with. */
  readonly cursor: string;
  readonly count: number;
  readonly rows: readonly RunSummary[] | undefined;
};

/** A list of runs as far as it is loaded. */
export type RunPages = {
  readonly pages: readonly PageOfRows[];
  /** The cursor of the next page. Undefined: the list is at its end. */
  readonly next: string | undefined;
  /** The number of runs as the server counts them; undefined for a filtered list. */
  readonly total: number | undefined;
  /** Runs that a filtered list has read, and has still to read at most. */
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

/** The list with its next page. */
export function withPage(list: RunPages, cursor: string, answer: RunsSummary): RunPages {
  const { runs, next, looked, left, total } = answer;
  const page = { cursor, count: runs.length, rows: runs };
  const pages = runs.length > 0 ? [...list.pages, page] : list.pages;
  return { pages, next, looked, left, total: looked === undefined ? total : undefined };
}

/** The list with a page that was forgotten and is loaded again. It may have changed meanwhile. */
export const withRows = (list: RunPages, cursor: string, rows: readonly RunSummary[]): RunPages => ({
  ...list,
  pages: list.pages.map((page) => (page.cursor === cursor ? { cursor, count: rows.length, rows } : page)),
});

export const countOf = ({ pages }: RunPages): number => pages.reduce((sum, { count }) => sum + count, 0);

/** A row and its place in the list, from 0. */
export type PlacedRow = { readonly at: number; readonly run: RunSummary };

/** The rows from one place to another, without those that were forgotten. */
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

/** The cursors of forgotten pages between two places. */
export function forgottenBetween({ pages }: RunPages, from: number, to: number): readonly string[] {
  let first = 0;
  return pages.flatMap(({ cursor, count, rows }) => {
    const isWanted = rows === undefined && first < to && first + count > from;
    first += count;
    return isWanted ? [cursor] : [];
  });
}

/** Forgets the pages that are farthest from a place, so that at most `rowsMax` rows stay. */
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
