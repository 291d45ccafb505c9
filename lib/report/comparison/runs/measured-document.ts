import { gunzipSync, gzipSync } from 'node:zlib';
import type { RunDocument } from '../../../driver/run/document.ts';

type Entry = RunDocument['stats'][number];
type Total = NonNullable<RunDocument['total']>;
type Histograms = Pick<Entry['histograms'], 'latency' | 'uncompensated'>;
type Summary = Pick<
  Total['summary'],
  'requestCount' | 'responseCount' | 'failed' | 'meanResponseTime' | 'percentileResponseTime'
>;

/** A metric of a phase, with the parts that a comparison reads. */
export type MeasuredEntry = Pick<Entry, 'name' | 'metric' | 'stepId' | 'isWarmup' | 'throughput'> &
  Partial<Pick<Entry, 'isRequest' | 'request' | 'timeline'>> & {
    readonly total: { readonly summary: Summary };
    readonly histograms: Histograms;
  };

/**
 * The parts of a run document that a comparison reads. A complete run document fits too. The `timeline` is
 * needed only to compare one run with one run.
 */
export type MeasuredDocument = Pick<RunDocument, 'version' | 'state' | 'reason'> & {
  readonly info: Pick<RunDocument['info'], 'id' | 'benchmark' | 'startTime' | 'params'>;
  readonly plan: Pick<RunDocument['plan'], 'shards' | 'threads' | 'definition' | 'targets' | 'phases'>;
  readonly phases: readonly Pick<RunDocument['phases'][number], 'name' | 'isWarmup' | 'start' | 'delivery'>[];
  readonly health: Pick<RunDocument['health'], 'suspect'>;
  readonly stats: readonly MeasuredEntry[];
  readonly total?: Pick<Total, 'throughput' | 'p95ResponseTime'> & {
    readonly summary: Summary;
    readonly histograms: Histograms;
  };
};

/**
 * Copies the parts of a run document that a comparison reads, without the timeline. They have some kB instead
 * of the whole document.
 */
export function measuredOf({ info, plan, total, ...run }: RunDocument): MeasuredDocument {
  return {
    version: run.version,
    state: run.state,
    ...(run.reason === undefined ? {} : { reason: run.reason }),
    info: { id: info.id, benchmark: info.benchmark, startTime: info.startTime, params: info.params },
    plan: {
      shards: plan.shards,
      threads: plan.threads,
      // Runs of older releases have no definition.
      ...('definition' in plan ? { definition: plan.definition } : ({} as Pick<typeof plan, 'definition'>)),
      targets: plan.targets,
      phases: plan.phases,
    },
    phases: run.phases.map(({ name, isWarmup, start, delivery }) => ({ name, isWarmup, start, delivery })),
    health: { suspect: run.health.suspect },
    stats: run.stats.map(entryOf),
    ...(total === undefined
      ? {}
      : {
          total: {
            throughput: total.throughput,
            p95ResponseTime: total.p95ResponseTime,
            summary: summaryOf(total.summary),
            histograms: histogramsOf(total.histograms),
          },
        }),
  };
}

function entryOf({ total, histograms, ...entry }: Entry): MeasuredEntry {
  const { name, metric, stepId, isWarmup, throughput, isRequest, request } = entry;
  return {
    name,
    metric,
    stepId,
    isWarmup,
    throughput,
    isRequest,
    ...(request === undefined ? {} : { request }),
    total: { summary: summaryOf(total.summary) },
    histograms: histogramsOf(histograms),
  };
}

const summaryOf = ({
  requestCount,
  responseCount,
  failed,
  meanResponseTime,
  percentileResponseTime,
}: Summary): Summary => ({
  requestCount,
  responseCount,
  failed,
  meanResponseTime,
  percentileResponseTime,
});

/**
 * Selects the histogram that a comparison reads: `uncompensated` (times without the delay of the load
 * generator) if the run has it, otherwise `latency` (times from the planned start).
 */
const histogramsOf = ({ latency, uncompensated }: Histograms): Histograms =>
  uncompensated === undefined ? { latency } : { latency: null, uncompensated };

/**
 * The number of the format of stored numbers. It increases when the parts change that a comparison reads.
 * Numbers of another format are computed again.
 */
const format = 1;

/** The numbers of a run in stored form. */
export const measuredBytes = (document: MeasuredDocument): Uint8Array =>
  gzipSync(JSON.stringify({ format, document }), { level: 9 });

/** Reads the stored numbers of a run. Undefined for numbers that another release stored in another format. */
export function readMeasured(bytes: Uint8Array): MeasuredDocument | undefined {
  const stored: { readonly format?: unknown; readonly document: MeasuredDocument } = JSON.parse(
    gunzipSync(bytes).toString('utf8'),
  );
  return stored.format === format ? stored.document : undefined;
}
