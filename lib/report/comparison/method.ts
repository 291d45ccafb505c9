import type { Comparison } from './comparison.ts';
import { runsText } from './words.ts';

/** What to know of the spread within runs; undefined when all of them are long enough. */
export function shortRunsOf({ within }: Pick<Comparison, 'within'>): string | undefined {
  return within.some(({ baseline, candidate }) => !(baseline.widened && candidate.widened))
    ? 'runs shorter than 40 s: their intervals take requests for independent, and are too narrow'
    : undefined;
}

/** How the outcome was found, for whoever doubts it. */
export function methodOf({ baseline, candidate, within, gates }: Comparison): readonly string[] {
  if (within.length > 0) {
    const isWidened = within.every((runs) => runs.baseline.widened && runs.candidate.widened);
    const widened = isWidened ? ', widened by drawing blocks of at least 10 s again' : '';
    return [
      `the intervals come from order statistics${widened}; they hold within each run and say nothing of what differs from run to run`,
    ];
  }
  return [
    `one number of each run, ${runsText(candidate.length)} against ${baseline.length}: Hodges-Lehmann shift with the interval of the exact rank test`,
    `${gates.length === 1 ? 'the gate raises' : `${gates.length} gates together, by Holm, raise`} a false alarm in at most 5 % of comparisons; the table of all metrics is corrected by Benjamini and Hochberg and decides nothing`,
  ];
}
