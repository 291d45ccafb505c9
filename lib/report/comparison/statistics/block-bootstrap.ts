import type { Random } from '../../../driver/random.ts';

/** The counts of values in one column of time, by histogram slot. */
export type Column = ReadonlyMap<number, number>;

/** Histogram slots in order, with the number of values in each. */
export type Counts = { readonly slots: readonly number[]; readonly counts: Float64Array };

/**
 * Simulates measurements with the same length and variation as the measured one. It draws blocks of `block`
 * neighbouring columns with replacement until there are as many columns again, and adds their counts (moving
 * blocks bootstrap, Künsch 1989). The result does not cover variation that lasts longer than a block, or
 * variation between runs.
 * @param read is called once for each of the `rounds`, with an object of counts that is reused.
 */
export function resample(
  columns: readonly Column[],
  block: number,
  rounds: number,
  random: Random,
  read: (counts: Counts) => void,
): void {
  const slots = [...new Set(columns.flatMap((column) => [...column.keys()]))].sort(
    (one, other) => one - other,
  );
  const dense = columns.map((column) => Float64Array.from(slots, (slot) => column.get(slot) ?? 0));
  const length = Math.min(block, columns.length);
  const counts = new Float64Array(slots.length);
  for (let round = 0; round < rounds; round += 1) {
    counts.fill(0);
    for (let filled = 0; filled < dense.length; filled += length) {
      const start = random.integer(0, dense.length - length);
      const end = start + Math.min(length, dense.length - filled);
      for (let at = start; at < end; at += 1) addTo(counts, dense[at]!);
    }
    read({ slots, counts });
  }
}

function addTo(sums: Float64Array, column: Float64Array): void {
  for (let at = 0; at < sums.length; at += 1) sums[at]! += column[at]!;
}
