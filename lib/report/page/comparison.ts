import type { Points } from './data/page-data.ts';

/** What a comparison with other runs adds to the page of a run: texts, decided elsewhere. */
export type PageComparison = {
  /** One sentence: the outcome and why. */
  readonly headline: string;
  /** What the run was compared with, such as `run 11` or `5 runs of test shop`. */
  readonly against: string;
  /** The change of each of the four numbers, with its interval; absent where nothing can be said. */
  readonly changes: { readonly [name in 'rate' | 'failed' | 'p50' | 'p99']?: string };
  /** Percentile curve of what it was compared with. */
  readonly curve?: Points;
  /** What one has to know to read the lines. */
  readonly notes: readonly string[];
  /** Each metric that was compared. */
  readonly lines: readonly ComparedLine[];
};

export type ComparedLine = {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly change: string;
  readonly outcome: string;
};
