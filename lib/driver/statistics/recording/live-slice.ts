import { Histogram } from '../histograms/histogram.ts';
import type { Counters, Row } from '../partial.ts';
import { addCounts, noCounts, Tally } from '../tally.ts';
import type { UserTotal } from '../users.ts';

/**
 * The counters and histograms of all metrics since the previous slice, for a live report. Histograms have the
 * form of `Row`. `latency` has the times that Downpour reports.
 */
export type LiveSlice = Pick<Row, 'counters' | 'latency' | 'lateness'> & {
  /** The numbers of users that became due and that started. */
  readonly users: UserTotal;
};

export const noSlice = (): LiveSlice => joinSlices([]);

/** Joins the live slices (measurements since the previous report) of several event loops. */
export function joinSlices(slices: readonly LiveSlice[]): LiveSlice {
  const sum = new Tally();
  for (const slice of slices) sum.addEncoded(slice);
  const { counters, latency, lateness } = sum.encode();
  return {
    counters,
    ...(latency === undefined ? {} : { latency }),
    ...(lateness === undefined ? {} : { lateness }),
    users: {
      due: slices.reduce((all, { users }) => all + users.due, 0),
      started: slices.reduce((all, { users }) => all + users.started, 0),
    },
  };
}

/** The part of the counts of a tally that a live report contains. */
export class LiveCounts {
  readonly counters: Counters = noCounts();
  readonly times = new Histogram();
  readonly lateness = new Histogram();
  readonly #ofUncompensated: boolean;

  /** `ofUncompensated`: the reported response times leave out the generator's own delay. */
  constructor(ofUncompensated: boolean) {
    this.#ofUncompensated = ofUncompensated;
  }

  addTally({ counters, latency, uncompensated, lateness }: Tally): void {
    addCounts(this.counters, counters);
    this.times.add(this.#ofUncompensated ? uncompensated : latency);
    this.lateness.add(lateness);
  }

  add(other: LiveCounts): void {
    addCounts(this.counters, other.counters);
    this.times.add(other.times);
    this.lateness.add(other.lateness);
  }

  subtract(other: LiveCounts): void {
    addCounts(this.counters, other.counters, -1);
    this.times.subtract(other.times);
    this.lateness.subtract(other.lateness);
  }

  clear(): void {
    addCounts(this.counters, this.counters, -1);
    this.times.clear();
    this.lateness.clear();
  }
}
