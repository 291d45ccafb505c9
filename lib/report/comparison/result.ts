import type { RunState } from '../../driver/model/run-state.ts';
import type { Measure, Subject } from './measures.ts';
import { type Interval, medianOf } from './statistics/hodges-lehmann.ts';

/** `worse`: beyond the limit; `not worse`: within it; `invalid`: these runs cannot be compared. */
export type Outcome = 'worse' | 'not worse' | 'cannot tell' | 'invalid';

/** The result of a comparison of runs. Plain data. */
export type Comparison = {
  readonly outcome: Outcome;
  /** A sentence. */
  readonly reason: string;
  /** An action that would give an answer, or make the runs comparable. */
  readonly recommendation?: string | undefined;
  readonly baseline: readonly SideRun[];
  readonly candidate: readonly SideRun[];
  readonly order: RunOrder;
  /** Differences of the definition come first. */
  readonly differences: readonly Difference[];
  /** Reasons why the runs cannot be compared; empty unless the outcome is `invalid`. */
  readonly problems: readonly string[];
  /** Reasons to read the numbers with care. */
  readonly warnings: readonly string[];
  /** The gates, corrected by Holm's steps; empty when the outcome is `invalid`. */
  readonly gates: readonly JudgedGate[];
  /** All other measures, corrected by the false discovery rate; empty when one side has a single run. */
  readonly explored: readonly ExploredChange[];
  /** A run against one run: the spread within each. Empty otherwise. */
  readonly within: readonly WithinRuns[];
};

export type SideRun = {
  /** The name that the user gave: `run 12`, or a file. */
  readonly name: string;
  /** Number of a stored run. */
  readonly id?: number;
  readonly benchmark: string;
  readonly state: RunState;
  /** Epoch milliseconds. */
  readonly startTime: number;
  readonly suspect: boolean;
};

/** The order in time of the runs. */
export type RunOrder = {
  readonly runs: readonly { readonly side: SideName; readonly name: string; readonly startTime: number }[];
  /** True if neither side ended before the other began, so that a drift affects both sides. */
  readonly interleaved: boolean;
};

export type SideName = 'baseline' | 'candidate';

/** A fact that is not the same in all runs. */
export type Difference = {
  /** `target`, `main: load`, `Downpour` ... */
  readonly what: string;
  /** Each value with its runs. */
  readonly values: readonly { readonly value: string; readonly runs: readonly string[] }[];
  /** True: the load differs, so the runs cannot be compared. False: it may explain a change. */
  readonly ofDefinition: boolean;
};

/** A change of a measure without a gate, for a table. It decides nothing. */
export type ExploredChange = Change & {
  /** p after Benjamini and Hochberg's correction over the table. */
  readonly adjusted: number;
  /** True if `adjusted` is below 5 %. About one in twenty of such changes is a false alarm. */
  readonly stands: boolean;
};

export type WithinRuns = {
  readonly subject: Subject;
  readonly measure: Measure;
  readonly baseline: WithinRun;
  readonly candidate: WithinRun;
};

/** A number of one run, with the range of values that the same run could have had. Nanoseconds. */
export type WithinRun = {
  readonly value: number;
  /** Absent: there are too few responses for this bound. */
  readonly low?: number;
  readonly high?: number;
  /** The interval includes the variation over time. Absent: the run is too short to measure it. */
  readonly widened?: true;
};

/** The change that is least likely by chance first, then the largest change. */
export const strongestFirst = (explored: readonly ExploredChange[]): readonly ExploredChange[] =>
  explored.toSorted((one, other) => one.adjusted - other.adjusted || size(other) - size(one));

const size = ({ estimate }: ExploredChange): number => Math.abs(estimate);

/** One number of each run, and its change between the sides. */
export type Change = {
  readonly subject: Subject;
  readonly measure: Measure;
  /** By run, in the order of the sides. Nanoseconds, shares of 1, or per second. */
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
  /**
   * Hodges and Lehmann's shift. For ratios, +0.1 is 10 % more; for shares, +0.01 is one percentage point
   * more.
   */
  readonly estimate: number;
  /** Absent when there are too few runs for an interval. */
  readonly interval?: Interval;
  /** The p value of this exact rank test alone, two-sided. */
  readonly p: number;
  /**
   * The smallest true change for the worse that such a comparison finds 4 times in 5. Absent when it finds
   * none.
   */
  readonly visible?: number;
};

export type GateOutcome = 'worse' | 'not worse' | 'cannot tell';

/** A limit with the result of the runs. */
export type JudgedGate = Change & {
  /** 0.1 is 10 %, or 10 percentage points for measures whose changes are differences. */
  readonly limit: number;
  readonly outcome: GateOutcome;
  /** The level of its interval, after Holm's correction over the gates. */
  readonly level: number;
  /**
   * Chance of an interval this far above the limit although the change is within the limit, after Holm's
   * correction.
   */
  readonly adjusted: number;
  /** A sentence. */
  readonly reason: string;
  /** An action that would give an answer; only with the outcome `cannot tell`. */
  readonly recommendation?: { readonly text: string; readonly runs?: MoreRuns };
};

/** Runs to add to each side. */
export type MoreRuns = { readonly baseline: number; readonly candidate: number };

/** The number that represents a side in a table. */
export const middleOf = (values: readonly number[]): number =>
  medianOf([...values].sort((one, other) => one - other));
