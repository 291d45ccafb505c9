import type { Phase } from './benchmark.ts';
import { type Criterion, criteriaOf } from './sla-criteria.ts';
import { type MergedPhase, openPhase } from './statistics/merge.ts';
import { type MetricStatistics, secondsOf } from './statistics/statistics.ts';
import { type Percentiles, percentilesOf } from './statistics/summary.ts';
import { Tally } from './statistics/tally.ts';

/** Limits of a request step, parsed. What is absent is not judged. Ratios from 0 to 1; reference section 11. */
export type Sla = {
  /** Errors (connection errors, timeouts, internal errors) over requests: fails at the limit and above. */
  readonly errorRatio?: number;
  /** Invalid requests over requests: fails at the limit and above. */
  readonly invalidRatio?: number;
  /** Fails at the limit and above. */
  readonly meanResponseTimeNs?: number;
  /** Time spent waiting for a connection over waiting and response times together: fails above the limit. */
  readonly blockedRatio?: number;
  /** `[quantile from 0 to 1, nanoseconds]`: fails when the response time at the quantile is the limit or more. */
  readonly limits?: readonly (readonly [quantile: number, ns: number])[];
  /** Judge every stretch of this length (whole seconds, rounded up) by itself. Absent: the phase as a whole. */
  readonly windowMs?: number;
};

/** What a request step without limits of its own is held to: no request may have waited for a connection. */
export const defaultSla: Sla = { blockedRatio: 0 };

export type StepSlas = { readonly step: number; readonly slas: readonly Sla[] };

/** One limit and what was measured against it, on the stretch that came closest to breaking it or broke it most. */
export type Verdict = {
  readonly phase: string;
  /** Absent for the session limit. */
  readonly metric?: string;
  readonly step?: number;
  readonly criterion:
    | 'errorRatio'
    | 'invalidRatio'
    | 'meanResponseTime'
    | 'blockedRatio'
    | 'limit'
    | 'sessionLimit';
  /** For `limit`: 0 to 1. */
  readonly quantile?: number;
  readonly passed: boolean;
  /** A ratio or nanoseconds; sessions for the session limit. */
  readonly limit: number;
  /** In the unit of the limit; users who had to wait for the session limit. */
  readonly measured: number;
  /** The stretch that was judged, milliseconds since T0. */
  readonly window: { readonly startMs: number; readonly endMs: number };
  readonly requests: number;
  readonly responses: number;
  /** Response times of the window. */
  readonly percentiles: Percentiles;
  /** What happened and what to do about it, for people. */
  readonly message: string;
};

/**
 * Judges every metric of every step by the step's limits, on statistics merged over all shards. Each limit gives one
 * verdict: that of its worst window, which decides alone because limits only ask for the largest value.
 * A phase shorter than the window is judged as a whole.
 */
export function judge(steps: readonly StepSlas[], merged: MergedPhase): readonly Verdict[] {
  return openPhase(merged).metrics.flatMap((metric) =>
    steps
      .filter(({ step }) => step === metric.step)
      .flatMap(({ slas }) => slas.flatMap((sla) => judgeMetric(sla, metric, merged.phase))),
  );
}

/** Undefined while every user found a free session. With `CONTINUE` an exceeded limit is told but passes. */
export function judgeSessionLimit(
  phase: Pick<Phase, 'name' | 'maxSessions' | 'sessionLimitPolicy'>,
  merged: MergedPhase,
): Verdict | undefined {
  if (!merged.drives.some(({ outcome }) => outcome.sessionLimitExceeded)) return undefined;
  const throttled = merged.drives.reduce((sum, { outcome }) => sum + outcome.throttled, 0);
  const total = new Tally();
  for (const row of merged.rows) total.addEncoded(row);
  return {
    phase: phase.name,
    criterion: 'sessionLimit',
    passed: phase.sessionLimitPolicy === 'CONTINUE',
    limit: phase.maxSessions,
    measured: throttled,
    ...evidenceOf({ startSecond: 0, endSecond: lastSecondOf(merged) + 1, tally: total }),
    message: `Exceeded session limit: ${throttled} users found all ${phase.maxSessions} sessions at work and had to wait; raise maxSessions, or set sessionLimitPolicy: CONTINUE if users may wait`,
  };
}

function judgeMetric(sla: Sla, metric: MetricStatistics, phase: string): Verdict[] {
  const worst = new Map<Criterion, Omit<Verdict, 'phase' | 'metric' | 'step'>>();
  const criteria = criteriaOf(sla);
  for (const window of windowsOf(metric, sla.windowMs)) {
    for (const criterion of criteria) {
      const measured = criterion.measure(window.tally);
      if (measured > (worst.get(criterion)?.measured ?? -1))
        worst.set(criterion, found(criterion, measured, window));
    }
  }
  return [...worst.values()].map((verdict) => ({
    phase,
    metric: metric.metric,
    step: metric.step,
    ...verdict,
    message: `${metric.metric}: ${verdict.message}`,
  }));
}

function found(
  { criterion, quantile, limit, fails, explain }: Criterion,
  measured: number,
  window: Window,
): Omit<Verdict, 'phase' | 'metric' | 'step'> {
  return {
    criterion,
    ...(quantile === undefined ? {} : { quantile }),
    passed: !fails(measured),
    limit,
    measured,
    ...evidenceOf(window),
    message: explain(measured, window.tally),
  };
}

type Window = { readonly startSecond: number; readonly endSecond: number; readonly tally: Tally };

/** Windows that slide by a second over the metric's seconds, quiet ones included; one and the same tally each time. */
function* windowsOf(metric: MetricStatistics, windowMs: number | undefined): Generator<Window> {
  const seconds = secondsOf(metric);
  const first = seconds.at(0)?.[0] ?? 0;
  const last = seconds.at(-1)?.[0] ?? 0;
  const whole = last + 1 - first;
  const length = windowMs === undefined ? whole : Math.min(whole, Math.max(1, Math.ceil(windowMs / 1000)));
  const tally = new Tally();
  for (let second = first; second <= last; second += 1) {
    const entering = metric.seconds.get(second);
    if (entering !== undefined) tally.add(entering);
    const leaving = metric.seconds.get(second - length);
    if (leaving !== undefined) tally.subtract(leaving);
    const startSecond = second + 1 - length;
    if (startSecond >= first) yield { startSecond, endSecond: second + 1, tally };
  }
}

function evidenceOf({
  startSecond,
  endSecond,
  tally,
}: Window): Pick<Verdict, 'window' | 'requests' | 'responses' | 'percentiles'> {
  return {
    window: { startMs: startSecond * 1000, endMs: endSecond * 1000 },
    requests: tally.counters.requests,
    responses: tally.counters.responses,
    percentiles: percentilesOf(tally.latency),
  };
}

function lastSecondOf({ rows }: MergedPhase): number {
  return rows.reduce((last, { second }) => Math.max(last, second), -1);
}
