import { plural } from '../../words.ts';
import type { MoreRuns } from './comparison-data.ts';
import { outsideOf } from './statistics/hodges-lehmann.ts';
import { visibleShift } from './statistics/power.ts';

/**
 * The most further runs on each side that Downpour recommends, after the smaller side has grown to the size
 * of the other side.
 */
export const moreRunsMax = 50;

/**
 * The fewest further runs with which a comparison finds a shift of `shift` standard deviations 4 times in 5.
 * An infinite shift means that the shift is unknown: then enough runs to find any shift at all. The smaller
 * side grows first.
 *
 * @returns undefined when even `moreRunsMax` more runs on each side would not suffice.
 */
export function moreRuns(
  first: number,
  second: number,
  level: number,
  shift = Number.POSITIVE_INFINITY,
): MoreRuns | undefined {
  const grown = (steps: number): readonly [number, number] => {
    const filling = Math.min(steps, Math.abs(first - second));
    const each = steps - filling;
    const [one, other] = first < second ? [filling, 0] : [0, filling];
    return [first + one + each, second + other + each];
  };
  const resolves = (steps: number): boolean => {
    const [one, other] = grown(steps);
    if (shift === Number.POSITIVE_INFINITY) return outsideOf(one, other, level) >= 0;
    return (visibleShift(one, other, level) ?? Number.POSITIVE_INFINITY) <= shift;
  };
  const stepsMax = Math.abs(first - second) + moreRunsMax;
  if (!resolves(stepsMax)) return undefined;
  let [toofew, enough] = [0, stepsMax];
  while (enough - toofew > 1) {
    const middle = Math.floor((toofew + enough) / 2);
    if (resolves(middle)) enough = middle;
    else toofew = middle;
  }
  const [baseline, candidate] = grown(enough);
  return { baseline: baseline - first, candidate: candidate - second };
}

/** A number of further runs in words: `3 more runs of each side`, `2 more runs of the candidate`. */
export function moreRunsText({ baseline, candidate }: MoreRuns): string {
  const runs = (count: number, of: string): string => `${count} more ${plural('run', count)} of ${of}`;
  if (baseline === candidate) return runs(baseline, 'each side');
  if (baseline === 0) return runs(candidate, 'the candidate');
  if (candidate === 0) return runs(baseline, 'the baseline');
  return `${runs(baseline, 'the baseline')} and ${candidate} of the candidate`;
}
