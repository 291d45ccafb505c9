import type { Change } from './comparison-data.ts';
import { changeOfShift, type Measure, onScale, type Subject } from './measures.ts';
import { type Interval, shiftOf } from './statistics/hodges-lehmann.ts';
import { rankTest } from './statistics/mann-whitney.ts';
import { noiseOf, visibleShift } from './statistics/power.ts';

/** The values of one measure on both sides of a comparison. Each run has one value. */
export type Pair = {
  readonly subject: Subject;
  readonly measure: Measure;
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
};

/**
 * Computes the change of a measure between the sides, with its interval.
 * @param level of the interval, two-sided: 0.05 for an interval of 95 %.
 */
export function changeOf(pair: Pair, level: number): Change {
  const { measure } = pair;
  const { baseline, candidate } = scaled(pair);
  const { estimate, interval } = shiftOf(baseline, candidate, level);
  const visible = visibleShift(baseline.length, candidate.length, level);
  const displayed = interval && intervalOfChange(measure, interval);
  return {
    ...pair,
    estimate: changeOfShift(measure, estimate),
    ...(displayed === undefined ? {} : { interval: displayed }),
    p: rankTest(baseline, candidate).p,
    ...(visible === undefined
      ? {}
      : { visible: Math.abs(changeOfShift(measure, visible * noiseOf(baseline, candidate))) }),
  };
}

/** Converts the values of both sides to a scale on which changes add and a worse value is higher. */
export function scaled({ measure, baseline, candidate }: Pair): Pick<Pair, 'baseline' | 'candidate'> {
  const scale = (values: readonly number[]): number[] => values.map((value) => onScale(measure, value));
  return { baseline: scale(baseline), candidate: scale(candidate) };
}

/**
 * The interval of the change in the form for users. `low` is the smaller number. For a measure whose lower
 * values are worse, the two ends are exchanged.
 */
function intervalOfChange(measure: Measure, { low, high, confidence }: Interval): Interval {
  const ends = [changeOfShift(measure, low), changeOfShift(measure, high)] as const;
  return { low: Math.min(...ends), high: Math.max(...ends), confidence };
}

/** True if every run of both sides has the same number, so that there is no change to test. */
export function isSame({ baseline, candidate }: Pair): boolean {
  return new Set([...baseline, ...candidate]).size === 1;
}
