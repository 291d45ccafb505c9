import type { CustomSla } from '../model/benchmark.ts';
import type { CriterionName, Sla, StepSlas } from '../model/sla.ts';
import { requestNames } from '../request/distinct-names.ts';
import { health } from '../statistics/health/limits.ts';
import { excuseOf, type UnhealthyCause } from '../statistics/health/unhealthy.ts';
import { type Percentiles, percentilesOf } from '../statistics/histograms/percentiles.ts';
import { type MergedPhase, openPhase } from '../statistics/merge.ts';
import { type MetricStatistics, requestSecondsOf, statisticsOf } from '../statistics/statistics.ts';
import { Tally } from '../statistics/tally.ts';
import { joinRows } from '../statistics/wire/rows.ts';
import { type Criterion, criteriaOf, type Defaults, defaultCriteria, type Timeouts } from './criteria.ts';
import { excusing } from './limits.ts';
import {
  lostConnectionsAdvice,
  pauseSentence,
  type Standstills,
  slowTargetAdvice,
  standstillsOf,
  withoutPauses,
} from './waiting-causes.ts';

/**
 * The result of judging one limit, with the measured value. The value is from the window that came closest to
 * breaking the limit, or that broke it most.
 */
export type Verdict = {
  readonly phase: string;
  /** The metric of the limit. Absent for the session limit. */
  readonly metric?: string;
  readonly step?: number;
  /** The name of the request step. Present when several request steps of the phase have the same metric. */
  readonly request?: string;
  readonly criterion: CriterionName;
  /** The quantile of a percentile limit, from 0 to 1 (0.99 for 99 %). */
  readonly quantile?: number;
  readonly passed: boolean;
  /** True for a default limit, which the document does not set. */
  readonly isDefault?: true;
  /**
   * Present when the limit is kept, but would be broken if a pause of the target or of a machine counted. It
   * has the value that was measured with the pause, and a message for people.
   */
  readonly paused?: { readonly measured: number; readonly message: string };
  /**
   * True when no busy generator can have caused the failures or times that break the limit. The verdict then
   * holds even if the generator was busy.
   */
  readonly certain?: true;
  /**
   * True when the limit is broken over all seconds, but kept in the seconds in which the load generator was
   * healthy. The target may then not be the cause.
   */
  readonly unclear?: true;
  /**
   * The value that must not be exceeded: a ratio, nanoseconds, or a number of sessions for the session limit.
   */
  readonly limit: number;
  /** The measured value in the unit of the limit. For the session limit: the users who had to wait. */
  readonly measured: number;
  /** The window that was judged, in milliseconds since T0. */
  readonly window: { readonly startMs: number; readonly endMs: number };
  readonly requests: number;
  readonly responses: number;
  /** The percentiles of the response times in the window. */
  readonly percentiles: Percentiles;
  /** The verdict in words, without the name of the metric. */
  readonly message: string;
  /** The advice for the user when the limit is broken. */
  readonly advice?: string;
};

/** True for a limit that the target broke. False for a limit that a busy generator may have broken. */
export function isBroken({ passed, unclear }: Verdict): boolean {
  return !passed && unclear === undefined;
}

/**
 * The result of judging a limit, in words: `browse: 99 % of responses came within 120 ms, the limit is 100
 * ms`.
 */
export function sentenceOf({
  metric,
  request,
  message,
}: Pick<Verdict, 'metric' | 'request' | 'message'>): string {
  if (metric === undefined) return message;
  return `${metric}${request === undefined ? '' : ` (${request})`}: ${message}`;
}

/**
 * Judges every metric of every step by the step's limits and by the defaults, on statistics that are merged
 * over all shards. Each limit gives one verdict: that of its worst window. That window is enough, because
 * every limit is an upper bound. A phase shorter than the window is judged as a whole. Defaults always judge
 * the whole phase.
 *
 * Metrics that no request step records are judged by the phase's own limits for them.
 *
 * A limit that holds over all seconds is kept, because a generator only makes times longer. A broken limit is
 * judged again on the seconds in which the generator was healthy. If it holds there, the verdict is unclear.
 * Some failures always count, because the generator cannot have caused them, such as a timeout far longer
 * than any of its delays. Response times that break the limit by more than such a delay also count.
 *
 * @param targetTimeoutMs the shortest timeout of a target. Absent: not known, so the generator may have
 * caused any timeout.
 */
export function judge(
  steps: readonly StepSlas[],
  merged: MergedPhase,
  defaults: Defaults = {},
  custom: readonly CustomSla[] = [],
  targetTimeoutMs = 0,
): readonly Verdict[] {
  const { phase, unhealthyRows, unhealthyCauses } = merged;
  const { metrics } = openPhase(merged);
  // The longest delay of the generator. `unhealthyCauses` lists only delays of unhealthy seconds. A healthy
  // second may have delays of up to `unhealthyStallNs`.
  const latestNs = Math.max(
    health.unhealthyStallNs,
    ...Object.values(unhealthyCauses).flatMap(({ lateNs, stallNs }) => [lateNs, stallNs]),
  );
  const addedNs = latestNs * excusing.timeoutStallsMin;
  const measured = {
    phase,
    metrics,
    addedNs,
    timeoutsOf: ({ timeoutMs = targetTimeoutMs }: StepSlas): Timeouts =>
      timeoutMs * 1e6 >= addedNs ? 'certain' : 'doubtful',
    unhealthy: (which: Which) =>
      statisticsOf(joinRows(unhealthyRows.filter(which).map(({ rows }) => rows)), merged).metrics,
  };
  return judgeMeasured(steps, measured, defaults, custom);
}

/**
 * The measurements of a phase, or of a part of it: its metrics. `unhealthy` returns the part of them from
 * seconds in which the generator was unhealthy.
 */
export type Measured = {
  readonly phase: string;
  readonly metrics: readonly MetricStatistics[];
  readonly unhealthy: (which: Which) => readonly MetricStatistics[];
  /**
   * Whether a busy generator may have caused the timeouts of a request step. Absent: it may have caused them.
   */
  readonly timeoutsOf?: (step: StepSlas) => Timeouts;
  /** The longest time that a busy generator may have added to a response. Absent: not known. */
  readonly addedNs?: number;
};

type Which = (of: { readonly cause: UnhealthyCause }) => boolean;

/** Judges limits as `judge` does, for a caller that already has the statistics of each metric. */
export function judgeMeasured(
  steps: readonly StepSlas[],
  measured: Measured,
  defaults: Defaults,
  custom: readonly CustomSla[],
): readonly Verdict[] {
  const courseOf = coursesOf(measured);
  const nameOf = requestNames(steps, measured.metrics);
  const { timeoutsOf = (): Timeouts => 'doubtful' } = measured;
  const byStep = Map.groupBy(steps, ({ step }) => step);
  return measured.metrics.flatMap((metric) => {
    const course = courseOf(metric);
    const own = byStep.get(metric.step) ?? [];
    const verdicts =
      own.length === 0
        ? custom
            .filter((each) => each.metric === metric.metric)
            .flatMap(({ slas }) => judgeWritten(slas, course))
        : own.flatMap((step) => {
            const its = { ...course, timeouts: timeoutsOf(step) };
            return [...judgeWritten(step.slas, its), ...judgeDefaults(defaults, step.slas, its)];
          });
    const request = nameOf(metric);
    const place = { metric: metric.metric, step: metric.step, ...(request === undefined ? {} : { request }) };
    return verdicts.map((verdict) => ({ phase: measured.phase, ...place, ...verdict }));
  });
}

const judgeWritten = (slas: readonly Sla[], course: Course): Judged[] =>
  slas.flatMap((sla) => judgeMetric(criteriaOf(sla), course, sla.windowMs));

const judgeDefaults = (defaults: Defaults, slas: readonly Sla[], course: Course): Judged[] =>
  judgeMetric(defaultCriteria(defaults, slas), course).map((verdict) => ({
    ...verdict,
    isDefault: true as const,
  }));

type Judged = Omit<Verdict, 'phase' | 'metric' | 'step' | 'request'>;

/**
 * The statistics of a metric over all seconds, and without those seconds in which the generator may excuse
 * failures or times (`excuseOf`). They are the same when the generator was always healthy.
 */
type Course = {
  readonly standstills: () => Standstills;
  readonly all: MetricStatistics;
  /** The statistics without the seconds in which a busy generator may have caused failures. */
  readonly certain: MetricStatistics;
  readonly times: MetricStatistics;
  readonly others: MetricStatistics;
  /** Whether a busy generator may have caused the metric's timeouts. */
  readonly timeouts: Timeouts;
  readonly addedNs: number;
};

function coursesOf({
  unhealthy,
  metrics,
  addedNs = Number.POSITIVE_INFINITY,
}: Measured): (metric: MetricStatistics) => Course {
  const excusing = (...excuses: readonly ReturnType<typeof excuseOf>[]) => {
    const parts = unhealthy(({ cause }) => excuses.includes(excuseOf(cause)));
    return (metric: MetricStatistics): MetricStatistics => {
      const part = parts.find((each) => each.metric === metric.metric && each.step === metric.step);
      return part === undefined ? metric : without(metric, part);
    };
  };
  const certain = excusing('everything');
  const others = excusing('everything', 'doubtful');
  const times = excusing('everything', 'doubtful', 'times');
  // A function, so that this value is computed only when the limit on waiting is broken.
  const standstills = () => standstillsOf(metrics);
  return (all) => ({
    standstills,
    all,
    certain: certain(all),
    times: times(all),
    others: others(all),
    timeouts: 'doubtful',
    addedNs,
  });
}

function judgeMetric(criteria: readonly Criterion[], course: Course, windowMs?: number): Judged[] {
  const all = worstOf(criteria, course.all, windowMs);
  return criteria.flatMap((criterion) => {
    const worst = all.get(criterion);
    if (worst === undefined) return [];
    const { certain } = criterion;
    if (certain !== undefined && isCertain(criterion, course, windowMs, certain))
      return [{ ...worst, certain: true as const }];
    const healthy = criterion.isTime ? course.times : course.others;
    if (worst.passed) return [worst];
    const trusted = healthy === course.all ? worst : worstOf([criterion], healthy, windowMs).get(criterion);
    if (trusted?.passed !== false) {
      const isLonger = isCertain(criterion, course, windowMs, leastTimeOf(criterion, course));
      return [isLonger ? { ...worst, certain: true as const } : { ...worst, unclear: true as const }];
    }
    const reported = { ...trusted, message: trusted.message + leftOutOf(course.all, healthy) };
    return [butForPauses(criterion, reported, healthy, course.standstills)];
  });
}

/**
 * An addition to a message: how many requests a verdict does not count because the generator was unhealthy.
 * Empty when it counts all.
 */
function leftOutOf(all: MetricStatistics, healthy: MetricStatistics): string {
  const count = requestsOf(all) - requestsOf(healthy);
  if (count === 0) return '';
  const requests = count === 1 ? 'one request is' : `${count} requests are`;
  return `; ${requests} not counted, because the load generator was not healthy at that time`;
}

const requestsOf = ({ seconds }: MetricStatistics): number =>
  [...seconds.values()].reduce((sum, { counters }) => sum + counters.requests, 0);

/**
 * Changes the verdict on a broken limit to kept if only a pause broke it. Otherwise adds advice if the target
 * was slow or closed connections.
 */
function butForPauses(
  criterion: Criterion,
  broken: Judged,
  metric: MetricStatistics,
  standstillsOfPhase: () => Standstills,
): Judged {
  if (criterion.criterion !== 'blockedRatio') return broken;
  const standstills = standstillsOfPhase();
  const calm = criterion.sparesPauses ? withoutPauses(metric, standstills) : undefined;
  const kept = calm && worstOf([criterion], calm.metric, undefined).get(criterion);
  if (calm !== undefined && kept?.passed === true) {
    const { measured, message } = broken;
    return {
      ...kept,
      paused: { measured, message: `${message}; ${pauseSentence(calm, standstills)}` },
    };
  }
  const advice = lostConnectionsAdvice(metric) ?? slowTargetAdvice(metric, criterion.limit);
  return advice === undefined ? broken : { ...broken, advice };
}

/** True when the limit is broken even if only the part counts that no busy generator can cause. */
function isCertain(
  criterion: Criterion,
  { certain, timeouts }: Course,
  windowMs: number | undefined,
  part: NonNullable<Criterion['certain']>,
): boolean {
  const sure = { ...criterion, measure: (tally: Tally) => part(tally, timeouts) };
  return worstOf([sure], certain, windowMs).get(sure)?.passed === false;
}

/**
 * Measures a response time less the longest time that a busy generator may have added. Returns 0 for limits
 * on other values.
 */
const leastTimeOf =
  ({ criterion, measure }: Criterion, { addedNs }: Course) =>
  (tally: Tally): number =>
    criterion === 'meanResponseTime' || criterion === 'limit' ? Math.max(0, measure(tally) - addedNs) : 0;

function worstOf(
  criteria: readonly Criterion[],
  metric: MetricStatistics,
  windowMs: number | undefined,
): ReadonlyMap<Criterion, Judged> {
  const worst = new Map<Criterion, Judged>();
  if (criteria.length === 0) return worst;
  for (const window of windowsOf(metric, windowMs)) {
    for (const criterion of criteria) {
      if (criterion.applies?.(window.tally) === false) continue;
      const measured = criterion.measure(window.tally);
      if (measured > (worst.get(criterion)?.measured ?? -1))
        worst.set(criterion, found(criterion, measured, window, windowMs !== undefined));
    }
  }
  return worst;
}

function found(
  { criterion, quantile, limit, fails, explain, advice: adviceOn }: Criterion,
  measured: number,
  window: Window,
  isWindowed: boolean,
): Judged {
  const passed = !fails(measured);
  const advice = passed ? undefined : adviceOn?.(window.tally);
  const when = isWindowed ? ` (from ${window.startSecond} s to ${window.endSecond} s)` : '';
  return {
    criterion,
    ...(quantile === undefined ? {} : { quantile }),
    passed,
    limit,
    measured,
    ...evidenceOf(window),
    message: explain(measured, window.tally) + when,
    ...(advice === undefined ? {} : { advice }),
  };
}

/** A metric without its requests of unhealthy seconds. A second that has only such requests is removed. */
function without(metric: MetricStatistics, { seconds: unhealthy }: MetricStatistics): MetricStatistics {
  const seconds = new Map<number, Tally>();
  for (const [second, tally] of metric.seconds) {
    const rest = new Tally();
    rest.add(tally);
    const part = unhealthy.get(second);
    if (part !== undefined) rest.subtract(part);
    if (!rest.empty) seconds.set(second, rest);
  }
  return { ...metric, seconds };
}

export type Window = { readonly startSecond: number; readonly endSecond: number; readonly tally: Tally };

/**
 * The windows of a metric, each one second later than the previous one, including seconds without requests.
 * All windows use the same tally object, which changes. If longer buckets have replaced seconds, a window
 * consists of whole buckets.
 */
function* windowsOf(metric: MetricStatistics, windowMs: number | undefined): Generator<Window> {
  const seconds = requestSecondsOf(metric);
  const first = seconds.at(0)?.[0] ?? 0;
  const last = seconds.at(-1)?.[0] ?? 0;
  const { bucketS } = metric;
  const whole = last + bucketS - first;
  const asked = windowMs === undefined ? whole : Math.max(1, Math.ceil(windowMs / 1000));
  const length = Math.min(whole, Math.ceil(asked / bucketS) * bucketS);
  const tally = new Tally();
  for (let second = first; second <= last; second += bucketS) {
    const entering = metric.seconds.get(second);
    if (entering !== undefined) tally.add(entering);
    const leaving = metric.seconds.get(second - length);
    if (leaving !== undefined) tally.subtract(leaving);
    const endSecond = second + bucketS;
    if (endSecond - length >= first) yield { startSecond: endSecond - length, endSecond, tally };
  }
}

/**
 * The numbers on which a verdict about a window of time is based: its bounds, requests, responses and
 * percentiles.
 */
export function evidenceOf({
  startSecond,
  endSecond,
  tally,
}: Window): Pick<Verdict, 'window' | 'requests' | 'responses' | 'percentiles'> {
  return {
    window: { startMs: startSecond * 1000, endMs: endSecond * 1000 },
    requests: tally.counters.requests,
    responses: tally.counters.responses,
    percentiles: percentilesOf(tally.responseTimes),
  };
}
