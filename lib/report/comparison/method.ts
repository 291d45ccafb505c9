import type { Comparison } from './comparison-data.ts';
import { runsText } from './words.ts';

/**
 * A note that runs are too short to measure the variation within them. Undefined when all runs are long
 * enough.
 */
export function shortRunsOf({ within }: Pick<Comparison, 'within'>): string | undefined {
  return within.some(({ baseline, candidate }) => !(baseline.widened && candidate.widened))
    ? 'the runs are shorter than 40 s: their intervals are too narrow, because they assume that requests are independent'
    : undefined;
}

/** Explains in sentences how the outcome was computed, for users who doubt the outcome. */
export function methodOf({ baseline, candidate, within, gates }: Comparison): readonly string[] {
  if (within.length > 0) {
    const isWidened = within.every((runs) => runs.baseline.widened && runs.candidate.widened);
    const widened = isWidened ? ', made wider by resampling blocks of at least 10 s' : '';
    return [
      `the intervals come from order statistics${widened}; they show the variation within each run, not the differences between runs`,
    ];
  }
  return [
    `each run gives one number, ${runsText(candidate.length)} against ${baseline.length}: the change is the Hodges-Lehmann shift with the interval of the exact rank test`,
    `${gates.length === 1 ? 'the gate raises' : `${gates.length} gates together (method of Holm) raise`} a false alarm in at most 5 % of comparisons; the table of all metrics is corrected for many comparisons (Benjamini-Hochberg) and does not change the outcome`,
  ];
}
