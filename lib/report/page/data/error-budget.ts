import type { RunDocument } from '../../../driver/run/document.ts';
import type { Histogram } from '../../../driver/statistics/histograms/histogram.ts';
import { lowestOf } from '../../../driver/statistics/histograms/layout.ts';
import { edgesOf } from '../../../driver/statistics/latency-timeline.ts';
import { errorsIn, failedIn, onlyInvalidIn } from '../../failed.ts';
import { responseTimesOf } from './percentile-curve.ts';

type Verdict = RunDocument['verdicts'][number];
type Criterion = Verdict['criterion'];
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
 * The error budgets of the limits on percentiles and on failed requests. The most used budget comes first. A
 * default limit without failed requests has none.
 */
export function budgetsOf({ verdicts, stats }: RunDocument): readonly Budget[] {
  const limits = new Set(verdicts.map((verdict) => keyOf(verdict, verdict.criterion)));
  const budgets = verdicts.flatMap((verdict) => {
    const entry = stats.find(
      (each) => each.name === verdict.phase && each.metric === verdict.metric && each.stepId === verdict.step,
    );
    const budget = entry && budgetOf(verdict, entry, (criterion) => limits.has(keyOf(verdict, criterion)));
    return budget === undefined || (verdict.isDefault && budget.spent === 0) ? [] : [budget];
  });
  return budgets.sort((one, other) => usedOf(other) - usedOf(one));
}

const keyOf = ({ phase, metric, step }: Verdict, criterion: Criterion): string =>
  JSON.stringify([phase, metric, step, criterion]);

/** The most seconds of a phase that are read: a year. Only an uploaded document can have more. */
const secondsMax = 31_536_000;

export const usedOf = ({ spent, allowed }: Budget): number => (spent === 0 ? 0 : spent / allowed);

/** Whether the requests of a limit also have a limit with this criterion. */
type HasLimit = (criterion: Criterion) => boolean;

function budgetOf(verdict: Verdict, entry: Entry, has: HasLimit): Budget | undefined {
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
  const badIn = badFor(criterion, has);
  if (badIn === undefined || limit >= 1) return undefined;
  const bySecond: number[] = [];
  for (const row of entry.series) {
    const { startTime } = row;
    const at = Math.round((startTime - start) / 1000);
    if (at > secondsMax)
      throw new RangeError(
        `the run document has values of the metric ${entry.metric} ${at} s after the start of the phase, which is later than a phase can last`,
      );
    while (bySecond.length <= at) bySecond.push(0);
    bySecond[at]! += badIn(row);
  }
  // A limit on failed requests may be reached. Other ratios break their limit when they reach it. The product
  // is rounded first: 0.07 x 100 is slightly more than 7.
  const product = Number((limit * requestCount).toPrecision(12));
  return finished({
    verdict,
    allowed: criterion === 'failedRatio' ? Math.floor(product) : Math.max(0, Math.ceil(product) - 1),
    spent: badIn(entry.total.summary),
    start,
    stepMs: 1000,
    course: running(bySecond),
  });
}

/**
 * Returns a function that counts the bad requests of a limit. Undefined for limits on other values. The
 * default limit on failed requests does not count errors or invalid responses that have a limit of their own.
 */
function badFor(
  criterion: Criterion,
  has: HasLimit,
): ((summary: Entry['series'][number]) => number) | undefined {
  if (criterion === 'invalidRatio') return ({ invalid }) => invalid;
  if (criterion === 'errorRatio') return errorsIn;
  if (criterion !== 'failedRatio') return undefined;
  if (has('errorRatio')) return onlyInvalidIn;
  return has('invalidRatio') ? errorsIn : failedIn;
}

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
