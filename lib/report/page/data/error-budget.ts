import type { RunDocument } from '../../../driver/run/document.ts';
import type { Histogram } from '../../../driver/statistics/histograms/histogram.ts';
import { lowestOf } from '../../../driver/statistics/histograms/layout.ts';
import { edgesOf } from '../../../driver/statistics/latency-timeline.ts';
import { responseTimesOf } from './percentile-curve.ts';

type Verdict = RunDocument['verdicts'][number];
type Entry = RunDocument['stats'][number];

/** The error budget of a limit: the number of bad requests that the limit allows, with the actual number. */
export type Budget = {
  readonly verdict: Verdict;
  /** The number of bad requests allowed in the whole phase, also for a limit with a window. */
  readonly allowed: number;
  readonly spent: number;
  /**
   * The beginning of the first column in epoch milliseconds. `course` has the bad requests up to the end of
   * each column.
   */
  readonly start: number;
  readonly stepMs: number;
  readonly course: readonly number[];
  /**
   * The beginning of the first column at whose end the phase's budget is exceeded. Undefined when it never
   * is.
   */
  readonly exhaustedAt?: number;
};

/**
 * The error budgets of the limits on percentiles, errors and invalid responses. The most used budget comes
 * first.
 */
export function budgetsOf({ verdicts, stats }: RunDocument): readonly Budget[] {
  const budgets = verdicts.flatMap((verdict) => {
    const entry = stats.find(
      (each) => each.name === verdict.phase && each.metric === verdict.metric && each.stepId === verdict.step,
    );
    const budget = entry && budgetOf(verdict, entry);
    return budget === undefined ? [] : [budget];
  });
  return budgets.sort((one, other) => usedOf(other) - usedOf(one));
}

/** The most seconds of a phase that are read: a year. Only an uploaded document can have more. */
const secondsMax = 31_536_000;

export const usedOf = ({ spent, allowed }: Budget): number => (spent === 0 ? 0 : spent / allowed);

function budgetOf(verdict: Verdict, entry: Entry): Budget | undefined {
  const { criterion, quantile, limit } = verdict;
  const { requestCount, responseCount } = entry.total.summary;
  const start = entry.total.start;
  if (criterion === 'limit' && quantile !== undefined) {
    const times = responseTimesOf(entry.histograms);
    if (times === undefined || entry.timeline === undefined) return undefined;
    const { stepMs } = entry.timeline;
    const allowed = (1 - quantile) * responseCount;
    const course = running(entry.timeline.columns.map((column) => slowIn(column, limit)));
    return finished({ verdict, allowed, spent: slowerThan(times, limit), start, stepMs, course });
  }
  const spent = badIn(criterion, entry.total.summary);
  if (spent === undefined || limit >= 1) return undefined;
  const bySecond: number[] = [];
  for (const row of entry.series) {
    const { startTime } = row;
    const at = Math.round((startTime - start) / 1000);
    if (at > secondsMax)
      throw new RangeError(
        `the run document has values of the metric ${entry.metric} ${at} s after the start of the phase, which is later than a phase can last`,
      );
    while (bySecond.length <= at) bySecond.push(0);
    bySecond[at]! += badIn(criterion, row) ?? 0;
  }
  return finished({
    verdict,
    allowed: countBelow(limit * requestCount),
    spent,
    start,
    stepMs: 1000,
    course: running(bySecond),
  });
}

/** The bad requests that a limit on errors or invalid responses counts. Undefined for other limits. */
function badIn(criterion: string, summary: Entry['series'][number]): number | undefined {
  if (criterion === 'invalidRatio') return summary.invalid;
  if (criterion !== 'errorRatio') return undefined;
  return summary.connectionErrors + summary.requestTimeouts + summary.internalErrors;
}

/**
 * The largest whole number below a limit, because a ratio breaks its limit when it reaches it. The product of
 * a ratio and a count is rounded first: 0.07 x 100 is slightly more than 7.
 */
const countBelow = (limit: number): number => Math.max(0, Math.ceil(Number(limit.toPrecision(12))) - 1);

function finished(budget: Budget): Budget {
  const { course, allowed, start, stepMs } = budget;
  const at = course.findIndex((spent) => spent > allowed);
  return at < 0 ? budget : { ...budget, exhaustedAt: start + at * stepMs };
}

/**
 * Counts the requests that are slower than a limit. A request counts when its whole histogram slot is above
 * the limit.
 */
function slowerThan(times: Histogram, limit: number): number {
  let slow = 0;
  times.each((slot, count) => {
    if (lowestOf(slot) >= limit) slow += count;
  });
  return slow;
}

function slowIn(column: readonly number[], limit: number): number {
  let slow = 0;
  for (let at = 0; at + 1 < column.length; at += 2)
    if (edgesOf(column[at]!).from >= limit) slow += column[at + 1]!;
  return slow;
}

function running(counts: readonly number[]): readonly number[] {
  let sum = 0;
  return counts.map((count) => {
    sum += count;
    return sum;
  });
}
