import { Histogram } from '../histograms/histogram.ts';
import type { Counters, Row } from '../partial.ts';
import { addCounts, noCounts, Tally } from '../tally.ts';
import type { UserTotal } from '../users.ts';

/**
 * Counters and histograms of all metrics; histograms in the form of `Row`. `latency`: the times that are
 * reported.
 */
export type LiveSlice = Pick<Row, 'counters' | 'latency' | 'lateness'> & {
  /** Users that became due, and users that started. */
  readonly users: UserTotal;
};

export const noSlice = (): LiveSlice => joinSlices([]);

/** Live slices of several event loops as one. */
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

/** The parts of tallies that go into live slices. */
export class LiveCounts {
  readonly counters: Counters = noCounts();
  readonly times = new Histogram();
  readonly lateness = new Histogram();
  readonly #ofUncompensated: boolean;

  /** `ofUncompensated`: times are those without the generator's own delay. */
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
