import type { Rows } from '../partial.ts';
import { Statistics } from '../statistics.ts';
import type { RowCursor } from '../wire/row-cursor.ts';

/** The total measurements of the drives in one region. */
export type RegionTotals = {
  /** The name of the region. Absent: the home region of the deployment. */
  readonly region?: string;
  /** The totals: a row for each metric and step, in second 0. */
  readonly totals: Rows;
};

/** Returns the region of a shard. Undefined: the home region of the deployment. */
export type RegionOf = (shard: number) => string | undefined;

/**
 * Keeps the totals of each region. There are few regions, so the totals are always kept. A burst in one
 * region has none, because its totals are those of the phase.
 */
export class ByRegion {
  readonly #regionOf: RegionOf | undefined;
  readonly #regions = new Map<string | undefined, Statistics>();

  constructor(regionOf: RegionOf | undefined) {
    this.#regionOf = regionOf;
  }

  /**
   * Returns the function that adds a row of this shard to its region. Undefined when the burst names no
   * regions.
   */
  adder(shard: number): ((row: RowCursor) => void) | undefined {
    if (this.#regionOf === undefined) return undefined;
    const totals = this.#of(this.#regionOf(shard));
    return (row) => row.addTo(totals.cell({ metric: row.metric, step: row.step, second: 0 }));
  }

  absorb(regions: readonly RegionTotals[]): void {
    for (const { region, totals } of regions) this.#of(region).add(totals);
  }

  /**
   * The totals of each region, first of the home region and then by name. Empty when the burst names no
   * regions.
   */
  result(): readonly RegionTotals[] {
    return [...this.#regions]
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
      .map(([region, totals]) => ({
        ...(region === undefined ? {} : { region }),
        totals: totals.rows(),
      }));
  }

  #of(region: string | undefined): Statistics {
    const totals = this.#regions.get(region) ?? new Statistics();
    this.#regions.set(region, totals);
    return totals;
  }
}
