import { errorsOf, ratio } from '../../judging/criteria.ts';
import type { PhasePlan } from '../../model/plan.ts';
import { regionsOf, shardsIn } from '../../planning/sharding/regions.ts';
import { valueAtPercentile } from '../../statistics/histograms/percentiles.ts';
import { summarise } from '../../statistics/histograms/summary-statistics.ts';
import { type MetricStatistics, statisticsOf, totalOf } from '../../statistics/statistics.ts';
import { Tally } from '../../statistics/tally.ts';
import { judgedViews, type PhaseView, sendsRequests } from '../run-record.ts';
import { byNameMetricStep, entryHead, latencyOf, responseSummary, timeSummary } from './metric-entries.ts';

/**
 * The measurements of the drives of each region, for `regions` of the run document. The home region is the
 * first. Undefined when all drives are in one region.
 *
 * @param home the name of the deployment's region. Absent: its name is not known.
 */
export function regionEntries(views: readonly PhaseView[], home = 'home') {
  const plans = views.map(({ plan }) => plan);
  const regions = regionsOf(plans).filter((region) => shardsOf(plans, region) > 0);
  // Measurements that an earlier release merged are not divided by region.
  if (regions.length < 2 || views.every(({ merged }) => merged.regions === undefined)) return undefined;
  const judged = judgedViews(views);
  // The times of phases without a request do not count, as in the total of the run.
  const measured = judged.filter((view) =>
    regions.some((region) => metricsOf(view, region).some((each) => isRequest(view, each))),
  );
  return regions.map((region) => ({
    region: region ?? home,
    shards: shardsOf(plans, region),
    total: totalOfRegion(measured.length > 0 ? measured : judged, region),
    stats: views.flatMap((view) => statsOf(view, region)).sort(byNameMetricStep),
  }));
}

/** The number of shards in the region, for the phase that has most there. */
const shardsOf = (plans: readonly PhasePlan[], region: string | undefined): number =>
  Math.max(0, ...plans.map((plan) => shardsIn(plan, region)));

const metricsOf = ({ merged }: PhaseView, region: string | undefined): readonly MetricStatistics[] =>
  (merged.regions ?? [])
    .filter((each) => each.region === region)
    .flatMap(({ totals }) => statisticsOf(totals).metrics);

const isRequest = ({ plan }: PhaseView, { step }: MetricStatistics): boolean => sendsRequests(plan, step);

/** The total of all metrics in one region, in the form of the run's `total`. */
function totalOfRegion(views: readonly PhaseView[], region: string | undefined) {
  const all = new Tally();
  for (const view of views)
    for (const metric of metricsOf(view, region).filter((each) => isRequest(view, each)))
      all.add(totalOf(metric));
  const start = Math.min(...views.map(({ frame }) => frame.start));
  const end = Math.max(...views.map(({ frame }) => frame.end));
  return {
    ...measuredOf(all, start, end),
    p95ResponseTime: valueAtPercentile(all.responseTimes, 95),
    requestRate: ratio(all.counters.requests, (end - start) / 1000),
  };
}

function statsOf(view: PhaseView, region: string | undefined) {
  const { start, end } = view.frame;
  return metricsOf(view, region).map((metric) => ({
    ...entryHead(metric, view.frame),
    isRequest: isRequest(view, metric),
    ...measuredOf(totalOf(metric), start, end),
  }));
}

const measuredOf = (tally: Tally, start: number, end: number) => ({
  summary: responseSummary(tally, start, end),
  failedRatio: ratio(tally.counters.failed, tally.counters.requests),
  errorRatio: ratio(errorsOf(tally.counters), tally.counters.requests),
  ...latencyOf(tally),
  serviceTime: timeSummary(summarise(tally.service)),
  lateness: timeSummary(summarise(tally.lateness)),
});
