import type { CustomSla } from '../model/benchmark.ts';
import type { CriterionName, Sla, StepSlas } from '../model/sla.ts';
import { recents } from '../progress/limits.ts';
import type { MetricSoFar } from '../progress/recent.ts';
import { requestNames } from '../request/distinct-names.ts';
import { addCoarse } from '../statistics/histograms/coarse.ts';
import { addCounts, Tally } from '../statistics/tally.ts';
import { type Criterion, criteriaOf, defaultCriteria } from './criteria.ts';

/** The limits (SLA) of a phase, for people who watch the burst. */
export type PhaseLimits = {
  readonly requests: readonly StepSlas[];
  /** Limits for metrics that no request step records. Absent when there are none. */
  readonly custom?: readonly CustomSla[];
  /** The largest share of requests that may fail, for a request step without its own limit on failures. */
  readonly failedRatio: number;
};

/** A limit and its value so far. Here requests also count in seconds in which the generator was unhealthy. */
export type LimitSoFar = {
  /**
   * The metric of the limit. Absent when the document does not name the metric and nothing is measured yet.
   */
  readonly metric?: string;
  /** The name of the request step. Present when several request steps have the same metric. */
  readonly request?: string;
  readonly criterion: CriterionName;
  /** The quantile of a percentile limit, from 0 to 1 (0.99 for 99 %). */
  readonly quantile?: number;
  /** The limit: a ratio, or nanoseconds. */
  readonly limit: number;
  /**
   * The length of the limit's window. Such a limit has no value here, because values here are over all
   * requests so far.
   */
  readonly windowMs?: number;
  /** True for a default limit, which the document does not set. */
  readonly isDefault?: true;
  /**
   * The value in the unit of the limit. Absent when nothing is measured yet, or when the limit has a window.
   */
  readonly measured?: number;
  readonly passed?: boolean;
  readonly requests?: number;
};

/**
 * The limits of a phase with their values over all requests so far.
 * @param drives for each drive, its metrics so far.
 */
export function limitsSoFar(
  { requests, custom = [], failedRatio }: PhaseLimits,
  drives: readonly (readonly MetricSoFar[])[],
): LimitSoFar[] {
  const measured = mergedMetrics(drives.flat());
  const nameOf = requestNames(requests, measured);
  const shown = (slas: readonly Sla[], of: readonly Metric[], named: Named): LimitSoFar[] =>
    slas.flatMap((sla) => {
      const metrics = of.length === 0 ? [undefined] : of;
      return metrics.flatMap((metric) =>
        criteriaOf(sla).map((criterion) => limitOf(criterion, metric, named(metric), sla.windowMs)),
      );
    });
  const written = requests.flatMap((request) =>
    shown(
      request.slas,
      measured.filter(({ step }) => step === request.step),
      (metric) => {
        const name = nameOf(metric ?? request);
        return {
          ...((metric ?? request).metric === undefined ? {} : { metric: (metric ?? request).metric ?? '' }),
          ...(name === undefined ? {} : { request: name }),
        };
      },
    ),
  );
  const steps = new Set(requests.map(({ step }) => step));
  const further = custom.flatMap(({ metric, slas }) =>
    shown(
      slas,
      measured.filter((each) => each.metric === metric && !steps.has(each.step)),
      () => ({ metric }),
    ),
  );
  const failures = failuresOf(requests, measured, failedRatio, nameOf);
  return [...written, ...further, ...failures].slice(0, recents.limitsMax);
}

type Metric = { readonly metric: string; readonly step: number; readonly tally: Tally };
type Named = (metric: Metric | undefined) => Pick<LimitSoFar, 'metric' | 'request'>;

/**
 * The default limit on failures, for the request step with the highest share of failures. The other request
 * steps are left out.
 */
function failuresOf(
  requests: readonly StepSlas[],
  measured: readonly Metric[],
  failedRatio: number,
  nameOf: ReturnType<typeof requestNames>,
): LimitSoFar[] {
  const limits = requests.flatMap(({ step, slas }) =>
    measured
      .filter((each) => each.step === step)
      .flatMap((metric) => {
        const request = nameOf(metric);
        const named = { metric: metric.metric, ...(request === undefined ? {} : { request }) };
        return defaultCriteria({ failedRatio }, slas).map((criterion) => limitOf(criterion, metric, named));
      }),
  );
  const [worst] = limits.sort((one, other) => (other.measured ?? 0) - (one.measured ?? 0));
  return worst === undefined ? [] : [{ ...worst, isDefault: true }];
}

function limitOf(
  { criterion, quantile, limit, measure, applies, fails }: Criterion,
  metric: Metric | undefined,
  named: Pick<LimitSoFar, 'metric' | 'request'>,
  windowMs?: number,
): LimitSoFar {
  const known = {
    ...named,
    criterion,
    ...(quantile === undefined ? {} : { quantile }),
    limit,
    ...(windowMs === undefined ? {} : { windowMs }),
  };
  if (windowMs !== undefined || metric === undefined || applies?.(metric.tally) === false) return known;
  const measured = measure(metric.tally);
  return { ...known, measured, passed: !fails(measured), requests: metric.tally.counters.requests };
}

function mergedMetrics(parts: readonly MetricSoFar[]): readonly Metric[] {
  const merged = new Map<string, Metric>();
  for (const { metric, step, counters, times, unanswered } of parts) {
    const key = `${step} ${metric}`;
    const known = merged.get(key) ?? { metric, step, tally: new Tally() };
    merged.set(key, known);
    addCounts(known.tally.counters, counters);
    if (times !== undefined) addCoarse(times, known.tally.latency);
    if (unanswered !== undefined) addCoarse(unanswered, known.tally.unanswered);
  }
  return [...merged.values()];
}
