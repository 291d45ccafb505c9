import { countOf, type RunPages } from '../../data/lists/run-pages.ts';

/** The part of a long list that is drawn. */
export type Stretch = { readonly from: number; readonly to: number };

/** The number of rows that are drawn above and below the screen, so that fast scrolling shows no gap. */
const margin = 12;

/**
 * The rows that the screen shows.
 * @param above pixels of the list above the screen. Negative: the list begins below the top of the screen.
 */
export function stretchOf(above: number, screen: number, rowHeight: number, count: number): Stretch {
  const first = Math.floor(above / rowHeight) - margin;
  const last = Math.ceil(Math.max(0, above + screen) / rowHeight) + margin;
  const from = Math.min(Math.max(0, first), count);
  return { from, to: Math.max(from, Math.min(count, last)) };
}

/** The most rows of a list that is drawn whole. */
const wholeMax = 200;

/**
 * The rows to draw: of a long list those on the screen, of a short list all. A list is long when it has more
 * than `wholeMax` rows, or further pages.
 */
export function drawnOf(list: RunPages, stretch: Stretch): Stretch & { readonly isWhole: boolean } {
  const count = countOf(list);
  const isWhole = list.next === undefined && count <= wholeMax;
  return isWhole ? { from: 0, to: count, isWhole } : { ...stretch, isWhole };
}

/** The row that a key selects next. Undefined: the key does not move the selection. */
export function movedBy(key: string, active: number, count: number, page: number): number | undefined {
  const to = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, to));
}
