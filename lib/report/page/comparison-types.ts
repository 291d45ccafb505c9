import type { Points } from './data/page-data.ts';

/** The texts about a comparison with other runs on the page of a run. */
export type PageComparison = {
  /** One sentence with the outcome and its reason. */
  readonly headline: string;
  /** The name of the baseline, such as `run 11` or `5 runs of test shop`. */
  readonly against: string;
  /** The change of each of the four main numbers, with its interval. Absent if it is unknown. */
  readonly changes: { readonly [name in 'rate' | 'failed' | 'p50' | 'p99']?: string };
  /** The percentile curve of the baseline. */
  readonly curve?: Points;
  /** Notes that explain the lines. */
  readonly notes: readonly string[];
  /** One line for each measure that was compared, such as the p99 of a metric. */
  readonly lines: readonly ComparedLine[];
};

export type ComparedLine = {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly change: string;
  readonly outcome: string;
};
