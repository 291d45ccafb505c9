import { scoresOf } from './scores.ts';
import { bestSplit } from './split.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

/** A split of a stretch of the series; `at` counts from the beginning of the series. */
export type Found = Stretch & { readonly at: number; readonly strength: number };

/** A level has at least so many values: fewer may be outliers, which are no change. */
export const leastRuns = 3;

/** Of fewer values nothing is said. */
export const shortest = 8;

/** The best split of each stretch. */
export function* splitsOf(values: Float64Array, least: number): Generator<Found> {
  for (const stretch of stretchesOf(values.length, shortest)) {
    const found = splitIn(values, stretch, least);
    if (found !== undefined) yield found;
  }
}

export function splitIn(values: Float64Array, { from, to }: Stretch, least: number): Found | undefined {
  const split = bestSplit(scoresOf(values.subarray(from, to)), least);
  return split && { from, to, at: from + split.at, strength: split.strength };
}
