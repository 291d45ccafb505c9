import { scoresOf } from './rank-scores.ts';
import { type Segment, segmentsOf } from './search-segments.ts';
import { bestSplit } from './split.ts';

/** A split of a segment of the series. `at` counts from the beginning of the series. */
export type Found = Segment & { readonly at: number; readonly strength: number };

/** The fewest values that make a level. Fewer values may be outliers, which are not a change. */
export const leastRuns = 3;

/** The length of the shortest segment that is searched, unless the whole series is shorter. */
export const shortest = 8;

/** Yields the best split of each segment of the series. */
export function* splitsOf(values: Float64Array, least: number): Generator<Found> {
  for (const segment of segmentsOf(values.length, shortest)) {
    const found = splitIn(values, segment, least);
    if (found !== undefined) yield found;
  }
}

export function splitIn(values: Float64Array, { from, to }: Segment, least: number): Found | undefined {
  const split = bestSplit(scoresOf(values.subarray(from, to)), least);
  return split && { from, to, at: from + split.at, strength: split.strength };
}
