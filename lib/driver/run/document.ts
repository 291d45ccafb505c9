import { runSchema } from '../../schema-uris.ts';
import { isBroken } from '../judging/sla.ts';
import { requestNames } from '../request/distinct-names.ts';
import { GlobalCounters, readableSums } from '../sharing/global-counters.ts';
import { layout } from '../statistics/histograms/layout.ts';
import { stepFor } from '../statistics/latency-timeline.ts';
import { eachMetric, openTotals } from '../statistics/merge.ts';
import { conclusionOf } from './conclusion.ts';
import { connectionEntries } from './entries/connection-entries.ts';
import { costEntry } from './entries/cost-entry.ts';
import { cutOffNotice } from './entries/cut-off-notice.ts';
import { lateStartNotice } from './entries/late-start.ts';
import { byNameMetricStep, metricEntry, totalEntry } from './entries/metric-entries.ts';
import { phaseEntry } from './entries/phase-entry.ts';
import { planEntry } from './entries/plan-entry.ts';
import { regionEntries } from './entries/region-entries.ts';
import { agentsOf, leftOutOf, sessionsOf } from './entries/shard-entries.ts';
import { unjudgedOf } from './entries/unjudged.ts';
import { suspecting } from './limits.ts';
import { unsentNotice } from './nothing-sent.ts';
import { errorsOf, failuresOf, unlistedErrorsNotice, unlistedFailureNotices } from './phase-failures.ts';
import {
  agentName,
  judgedViews,
  type PhaseView,
  type RunRecord,
  sendsRequests,
  viewOf,
} from './run-record.ts';

export type { RunRecord } from './run-record.ts';

export type RunDocument = ReturnType<typeof runDocument>;

/**
 * The run as it is stored and queried: it has all members of the original driver's `all.json`, and more. Its
 * JSON Schema is `schema/run.schema.json`. Percentiles are computed only from merged histograms.
 */
export function runDocument(record: RunRecord) {
  const { plan } = record;
  const views = plan.phases.map((phasePlan, index) => viewOf(record, phasePlan, index));
  const suspicions = views.flatMap((view) => view.suspicions);
  const stepMs = stepFor(
    Math.max(0, ...views.map(({ frame }) => frame.end - frame.start)),
    Math.max(1, ...views.map(({ merged }) => merged.bucketS ?? 1)),
  );
  const { state, reason, unhealthy, diagnosis } = conclusionOf(record, views);
  // An inconclusive run lists no failures. Its measured values are in the verdicts.
  const hasFailures = state !== 'inconclusive';
  const total = totalEntry(
    judgedViews(views).map((view) => ({ metrics: metricsOfRequests(view), frame: view.frame })),
  );
  const stats = views.flatMap((view) => statsOf(view, stepMs)).sort(byNameMetricStep);
  const regions = regionEntries(views, record.home);
  return {
    $schema: runSchema,
    version: record.version,
    commit: record.commit ?? '',
    info: {
      id: plan.burst,
      benchmark: plan.benchmark.name,
      params: record.params ?? {},
      startTime: record.startedAt,
      terminateTime: record.endedAt,
      cancelled: record.stopped !== undefined,
      ...(record.description === undefined ? {} : { description: record.description }),
      errors: errorsOf(record, views),
    },
    state,
    ...(reason === undefined ? {} : { reason }),
    seed: plan.seed,
    failures: hasFailures ? views.flatMap(failuresOf).slice(0, suspecting.failuresMax) : [],
    stats,
    ...(total === undefined ? {} : { total }),
    ...(regions === undefined ? {} : { regions: regions.map(namedAs(stats)) }),
    ...globalCountersOf(views),
    sessions: views.flatMap(sessionsOf),
    agents: agentsOf(views).map(namedAs(stats)),
    connections: connectionEntries(
      views.map(({ merged, frame }) => ({ connections: merged.connections, start: frame.start })),
    ),
    agentCpu: Object.fromEntries(
      views.filter(({ merged }) => merged.drives.length > 0).map((view) => [view.frame.name, cpuOf(view)]),
    ),
    phases: views.map(phaseEntry),
    notices: [
      ...views.flatMap((view) => noticesOf(record, view, views)),
      ...(hasFailures ? unlistedFailureNotices(views) : []),
    ],
    verdicts: views.flatMap(({ run }) => run.verdicts),
    unjudged: views.flatMap(unjudgedOf),
    health: {
      suspect: suspicions.length > 0 || (diagnosis !== undefined && diagnosis.cause !== 'unsent'),
      unhealthy,
      ...(diagnosis === undefined ? {} : { diagnosis }),
      suspicions,
    },
    plan: planEntry(plan),
    cost: costEntry(record, views),
    histogramLayout: layout,
  };
}

/**
 * The metrics of requests. Metrics of stopwatches and headers are left out, because they measure no requests.
 */
const metricsOfRequests = ({ plan, merged }: PhaseView) =>
  openTotals(merged).metrics.filter(({ step }) => sendsRequests(plan, step));

function statsOf({ plan, run, merged, frame }: PhaseView, stepMs: number) {
  const broken = run.verdicts.filter(isBroken);
  const nameOf = requestNames(plan.requests, openTotals(merged).metrics);
  return [
    ...eachMetric(merged).map((each) => {
      const failures = broken.filter(
        ({ metric, step }) => metric === each.metric && step === each.step,
      ).length;
      const request = nameOf(each);
      return {
        ...metricEntry(each, frame, failures, stepMs),
        isRequest: sendsRequests(plan, each.step),
        ...(request === undefined ? {} : { request }),
      };
    }),
  ];
}

type Named = Pick<ReturnType<typeof statsOf>[number], 'name' | 'metric' | 'stepId' | 'request'>;

/** Gives the request steps of one shard or region the same names as in the statistics of all shards. */
function namedAs(stats: readonly Named[]) {
  const keyOf = ({ name, metric, stepId }: Named): string => JSON.stringify([name, metric, stepId]);
  const requests = new Map(stats.map((entry) => [keyOf(entry), entry.request]));
  return <Entry extends Named, Part extends { readonly stats: readonly Entry[] }>(part: Part) => ({
    ...part,
    stats: part.stats.map((entry) => {
      const request = requests.get(keyOf(entry));
      return request === undefined ? entry : { ...entry, request };
    }),
  });
}

/** Notices for people: those of the drives, each once, and those about details that were left out. */
function noticesOf(record: RunRecord, view: PhaseView, views: readonly PhaseView[]) {
  const messages = new Set(view.merged.drives.flatMap(({ outcome }) => outcome.notices ?? []));
  for (const message of view.run.notices ?? []) messages.add(message);
  for (const own of [
    unsentNotice(view),
    lateStartNotice(view, views),
    cutOffNotice(view),
    unlistedErrorsNotice(record, view, views),
  ])
    if (own !== undefined) messages.add(own);
  return [...[...messages].map((message) => ({ phase: view.frame.name, message })), ...leftOutOf(view)];
}

/** The global counters of all phases, by name. Absent when no phase publishes any. */
function globalCountersOf(views: readonly PhaseView[]) {
  const sums = new GlobalCounters();
  for (const { merged } of views) sums.addEncoded(merged.globalCounters ?? {});
  const encoded = sums.encode();
  return encoded === undefined ? {} : { globalCounters: readableSums(encoded) };
}

/** The mean CPU use of each drive (a shard in one segment) over its time at work, in percent of one core. */
function cpuOf({ merged }: PhaseView): Readonly<Record<string, string>> {
  const usage = merged.drives.map(({ shard, segment, outcome }) => {
    const elapsedMs = Math.max(1, outcome.terminatedAt - outcome.startedAt);
    const share = outcome.cpuUs / (elapsedMs * 1000);
    return [
      segment === 0 ? agentName(shard) : `${agentName(shard)}/${segment}`,
      `${(share * 100).toFixed(1)} %`,
    ];
  });
  return Object.fromEntries(usage);
}
