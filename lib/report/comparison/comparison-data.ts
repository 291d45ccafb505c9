import type { RunState } from '../../driver/model/final-state.ts';
import type { Measure, Subject } from './measures.ts';
import { type Interval, medianOf } from './statistics/hodges-lehmann.ts';

/**
 * The outcome of a comparison. `worse`: the change exceeds the limit. `not worse`: the change is within the
 * limit. `invalid`: these runs cannot be compared.
 */
export type Outcome = 'worse' | 'not worse' | 'cannot tell' | 'invalid';

/** The result of a comparison of runs, as plain data. */
export type Comparison = {
  readonly outcome: Outcome;
  /** The reason for the outcome, as a sentence. */
  readonly reason: string;
  /** The user's next step to get an answer, or to make the runs comparable. */
  readonly recommendation?: string | undefined;
  readonly baseline: readonly SideRun[];
  readonly candidate: readonly SideRun[];
  readonly order: RunOrder;
  /** Differences between the runs. Differences of the definition come first. */
  readonly differences: readonly Difference[];
  /** The reasons why the runs cannot be compared. Empty unless the outcome is `invalid`. */
  readonly problems: readonly string[];
  /** The reasons to read the numbers with care. */
  readonly warnings: readonly string[];
  /**
   * The judged gates. Their levels are corrected for several tests by Holm's method. Empty when the outcome
   * is `invalid`.
   */
  readonly gates: readonly JudgedGate[];
  /**
   * The changes of all measures that every run has and that no gate judges, corrected by the false discovery
   * rate (the share of false alarms). Empty when each side has a single run, or when the outcome is
   * `invalid`.
   */
  readonly explored: readonly ExploredChange[];
  /** The variation within each run. Only for one run against one run, otherwise empty. */
  readonly within: readonly WithinRuns[];
};

export type SideRun = {
  /** The name by which the user chose the run: `run 12`, or a file. */
  readonly name: string;
  /** The number of the run in the repository. */
  readonly id?: number;
  readonly benchmark: string;
  readonly state: RunState;
  /** The start of the run in epoch milliseconds. */
  readonly startTime: number;
  readonly suspect: boolean;
};

/** The order of the runs in time. */
export type RunOrder = {
  readonly runs: readonly { readonly side: SideName; readonly name: string; readonly startTime: number }[];
  /**
   * True if neither side ended before the other began. A gradual change of the machines then affects both
   * sides.
   */
  readonly interleaved: boolean;
};

export type SideName = 'baseline' | 'candidate';

/** A fact that differs between the runs. */
export type Difference = {
  /** The name of the fact, such as `target`, `main: load` or `Downpour`. */
  readonly what: string;
  /** Each value of the fact, with the runs that have it. */
  readonly values: readonly { readonly value: string; readonly runs: readonly string[] }[];
  /** True: the load differs, so the runs cannot be compared. False: the difference may explain a change. */
  readonly ofDefinition: boolean;
};

/** A change in the table of measures without a gate. It has no influence on the outcome. */
export type ExploredChange = Change & {
  /** The p value after Benjamini and Hochberg's correction over all changes of the table. */
  readonly adjusted: number;
  /** True if `adjusted` is at most 5 %. About one in twenty of the changes with `true` is a false alarm. */
  readonly significant: boolean;
};

export type WithinRuns = {
  readonly subject: Subject;
  readonly measure: Measure;
  readonly baseline: WithinRun;
  readonly candidate: WithinRun;
};

/**
 * A response time of one run in nanoseconds, with its confidence interval: the range that chance within this
 * run explains.
 */
export type WithinRun = {
  readonly value: number;
  /** The lower end of the range. Absent: there are too few responses for this end. */
  readonly low?: number;
  readonly high?: number;
  /**
   * True: the range includes the variation over time. Absent: the run is too short to measure that variation.
   */
  readonly widened?: true;
};

/** Sorts changes: the change that is least likely by chance first, and equally likely changes by size. */
export const strongestFirst = (explored: readonly ExploredChange[]): readonly ExploredChange[] =>
  explored.toSorted((one, other) => one.adjusted - other.adjusted || size(other) - size(one));

const size = ({ estimate }: ExploredChange): number => Math.abs(estimate);

/** One number of each run, and its change between the sides. */
export type Change = {
  readonly subject: Subject;
  readonly measure: Measure;
  /** The number of each run, in the order of the sides: nanoseconds, shares of 1, or per second. */
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
  /**
   * The estimated change (Hodges and Lehmann's shift). For ratios, +0.1 is 10 % more. For shares, +0.01 is
   * one percentage point more.
   */
  readonly estimate: number;
  /** The interval of the change. Absent when there are too few runs. */
  readonly interval?: Interval;
  /**
   * The two-sided p value of the exact rank test for this change, before the correction for several tests.
   */
  readonly p: number;
  /**
   * The smallest true change for the worse that a comparison of this many runs finds 4 times in 5. Absent
   * when this many runs cannot find any change.
   */
  readonly visible?: number;
};

export type GateOutcome = 'worse' | 'not worse' | 'cannot tell';

/** A gate with its result in these runs. */
export type JudgedGate = Change & {
  /** The accepted change: 0.1 is 10 %, or 10 percentage points for measures whose changes are differences. */
  readonly limit: number;
  readonly outcome: GateOutcome;
  /** The level of the interval, after Holm's correction over the gates. */
  readonly level: number;
  /**
   * The p value of the hypothesis that the true change is within the limit. Holm's method has corrected it,
   * because several limits are tested at once.
   */
  readonly adjusted: number;
  /** The reason for the outcome, as a sentence. */
  readonly reason: string;
  /** The user's next step to get an answer. Only with the outcome `cannot tell`. */
  readonly recommendation?: { readonly text: string; readonly runs?: MoreRuns };
};

/** Runs to add to each side. */
export type MoreRuns = { readonly baseline: number; readonly candidate: number };

/** The number that represents a side in a table: the median of its runs. */
export const middleOf = (values: readonly number[]): number =>
  medianOf([...values].sort((one, other) => one - other));
