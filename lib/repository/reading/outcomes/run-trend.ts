import type { RunTrend, TrendSeries } from '../../../api.generated.ts';
import type { Principal } from '../../../results/access.ts';
import type { RunRow, RunTimes } from '../../records/runs/runs.ts';
import type { Repository } from '../../repository.ts';
import { lastRuns } from './last-runs.ts';
import { outcomeLimits } from './limits.ts';

/**
 * The outcomes of the last runs of a test in columns. Times of metrics are in nanoseconds.
 * @param last the number of runs.
 */
export async function runTrend(
  repository: Pick<Repository, 'runs'>,
  caller: Principal,
  testId: number,
  range: RunTimes & { readonly last: number },
): Promise<RunTrend> {
  const { runs, more } = await lastRuns(repository, caller, testId, range);
  const metrics = metricsIn(runs);
  const shown = metrics.slice(0, outcomeLimits.trendMetricsMax);
  return {
    id: runs.map(({ id }) => id),
    start: runs.map(({ start }) => start),
    state: runs.map(({ outcome }) => outcome?.state ?? null),
    definition: runs.map(({ outcome }) => outcome?.definition ?? null),
    series: [totalOf(runs), ...shown.map((metric) => seriesOf(runs, metric))],
    metricsLeft: metrics.length - shown.length,
    more,
  };
}

type Named = { readonly phase: string; readonly metric: string };

/**
 * The metrics in the rows of runs, for columns of a trend. Metrics that more runs have come first, then the
 * order of names decides.
 */
function metricsIn(runs: readonly RunRow[]): readonly Named[] {
  const all = runs.flatMap(({ outcome }) => outcome?.metrics ?? []);
  const same = Map.groupBy(all, ({ phase, metric }) => JSON.stringify([phase, metric]));
  const byName = [...same].sort(([one], [other]) => (one < other ? -1 : 1));
  return byName
    .sort(([, one], [, other]) => other.length - one.length)
    .flatMap(([, [first]]) => (first ? [{ phase: first.phase, metric: first.metric }] : []));
}

function totalOf(runs: readonly RunRow[]): TrendSeries {
  const outcomes = runs.map(({ outcome }) => outcome);
  return {
    phase: null,
    metric: null,
    requests: outcomes.map((outcome) => outcome?.requests ?? null),
    failed: outcomes.map((outcome) => outcome?.failed ?? null),
    rate: outcomes.map((outcome) => outcome?.requestsPerSec ?? null),
    p50: outcomes.map((outcome) => outcome?.latencyNsP50 ?? null),
    p99: outcomes.map((outcome) => outcome?.latencyNsP99 ?? null),
  };
}

function seriesOf(runs: readonly RunRow[], { phase, metric }: Named): TrendSeries {
  const found = runs.map(({ outcome }) =>
    outcome?.metrics?.find((each) => each.phase === phase && each.metric === metric),
  );
  return {
    phase,
    metric,
    requests: found.map((each) => each?.requests ?? null),
    failed: found.map((each) => each?.failed ?? null),
    rate: runs.map((run, at) => found[at]?.requestsPerSec ?? averageRate(found[at]?.requests, run)),
    p50: found.map((each) => each?.p50 ?? null),
    p99: found.map((each) => each?.p99 ?? null),
  };
}

/**
 * Requests per second of the whole run, with two decimals. Rows of older releases have no rate of their own.
 */
function averageRate(requests: number | undefined, { start, stop }: RunRow): number | null {
  const lastedMs = stop - start;
  return requests !== undefined && lastedMs > 0 ? Math.round((requests / lastedMs) * 1e5) / 100 : null;
}
