/** The part of a long list that is drawn. */
export type Stretch = { readonly from: number; readonly to: number };

/** Rows that are drawn before and behind the screen, so that fast scrolling shows no gap. */
const margin = 12;

/**
 * The rows that the screen shows.
 * @param above pixels of the list that are above the screen; negative: the list begins lower.
 */
export function stretchOf(above: number, screen: number, rowHeight: number, count: number): Stretch {
  const first = Math.floor(Math.max(0, above) / rowHeight) - margin;
  const last = Math.ceil(Math.max(0, above + screen) / rowHeight) + margin;
  const from = Math.min(Math.max(0, first), count);
  return { from, to: Math.max(from, Math.min(count, last)) };
}

/** The row to which a key leads from a row. Undefined: the key does not move. */
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
