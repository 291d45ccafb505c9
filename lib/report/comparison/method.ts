import type { Comparison } from './comparison-data.ts';
import { runsText } from './words.ts';

/**
 * A note that runs are too short to measure the variation within them. Undefined when all runs are long
 * enough.
 */
export function shortRunsOf({ within }: Pick<Comparison, 'within'>): string | undefined {
  return within.some(({ baseline, candidate }) => !(baseline.widened && candidate.widened))
    ? 'runs shorter than 40 s: their intervals assume independent requests, and are too narrow'
    : undefined;
}

/** Explains how the outcome was computed, for users who doubt it. */
export function methodOf({ baseline, candidate, within, gates }: Comparison): readonly string[] {
  if (within.length > 0) {
    const isWidened = within.every((runs) => runs.baseline.widened && runs.candidate.widened);
    const widened = isWidened ? ', widened by drawing blocks of at least 10 s again' : '';
    return [
      `the intervals come from order statistics${widened}; they are valid within each run and do not cover differences between runs`,
    ];
  }
  return [
    `one number of each run, ${runsText(candidate.length)} against ${baseline.length}: Hodges-Lehmann shift with the interval of the exact rank test`,
    `${gates.length === 1 ? 'the gate raises' : `${gates.length} gates together, by Holm, raise`} a false alarm in at most 5 % of comparisons; the table of all metrics is corrected for many comparisons (Benjamini-Hochberg) and does not change the outcome`,
  ];
}
