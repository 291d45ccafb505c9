import type { Heat } from './page-data.ts';

/** Counts of response times by histogram slot. */
export type Counts = Map<number, number>;

export function totalIn(counts: Counts): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

/** The histogram slot at which this share (0 to 1) of all values is reached. Undefined without values. */
export function slotAt(counts: Counts, share: number): number | undefined {
  const rank = Math.max(1, Math.ceil(share * totalIn(counts) * (1 - Number.EPSILON)));
  let seen = 0;
  for (const [slot, count] of [...counts].sort(([one], [other]) => one - other)) {
    seen += count;
    if (seen >= rank) return slot;
  }
  return undefined;
}

/**
 * Adds the counts of some columns of a heat map. `from` and `to` count columns on the time axis, and `to` is
 * excluded.
 */
export function addColumns(counts: Counts, { first, columns }: Heat, from = 0, to = Infinity): Counts {
  for (const [at, column] of columns.entries()) {
    if (column !== null && first + at >= from && first + at < to) addColumn(counts, column);
  }
  return counts;
}

export function addColumn(counts: Counts, column: readonly number[]): void {
  let slot = 0;
  for (let at = 0; at + 1 < column.length; at += 2) {
    slot += column[at]!;
    counts.set(slot, (counts.get(slot) ?? 0) + column[at + 1]!);
  }
}

/** Converts counts to the form of a column: alternating distances of slots and counts. */
export function columnOf(counts: Counts): number[] {
  let before = 0;
  return [...counts]
    .sort(([one], [other]) => one - other)
    .flatMap(([slot, count]) => {
      const distance = slot - before;
      before = slot;
      return [distance, count];
    });
}
