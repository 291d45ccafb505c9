import type { Change } from '../../../report/comparison/comparison-data.ts';

/** Positions of a change on an axis. 0 is the left end, 1 the right end, and the middle means no change. */
export type IntervalPlaces = {
  readonly estimate: number;
  readonly low?: number;
  readonly high?: number;
  readonly limit?: number;
};

/** The factor that leaves free space at each end of the axis. */
const margin = 1.12;

/**
 * Computes the positions of a change. Each row has its own scale, because measures have different units: it
 * fits the change, its interval and its limit. The limit is on the side of changes for the worse.
 */
export function placesOf(
  { measure, estimate, interval }: Pick<Change, 'measure' | 'estimate' | 'interval'>,
  limit?: number,
): IntervalPlaces {
  const bound = limit === undefined ? undefined : measure.worse === 'higher' ? limit : -limit;
  const ends = [estimate, interval?.low, interval?.high, bound].flatMap((value) => value ?? []);
  const most = Math.max(...ends.filter(Number.isFinite).map(Math.abs), 1e-9) * margin;
  const at = (value: number): number => Math.min(1, Math.max(0, 0.5 + value / (2 * most)));
  return {
    estimate: at(estimate),
    ...(interval === undefined ? {} : { low: at(interval.low), high: at(interval.high) }),
    ...(bound === undefined ? {} : { limit: at(bound) }),
  };
}

/** Scales values from the smallest to the largest. Equal values are in the middle. */
export function heightsOf(values: readonly number[]): readonly number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return values.map((value) => (most === least ? 0.5 : (value - least) / (most - least)));
}
