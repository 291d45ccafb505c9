import type { Meters } from './aws/meters.ts';
import type { Objects } from './aws/s3.ts';
import type { Observed } from './burst.ts';
import { dynamo, fargate, lambda, s3, steps } from './constants.ts';
import { type Arrival, target } from './drive/target.ts';
import type { Scenario } from './scenario.ts';

/** The outcome of a simulated burst, as plain JSON. */
export type Outcome = {
  readonly state: string;
  readonly reason?: string | undefined;
  readonly planned: number;
  /** The number of requests that the target received. */
  readonly arrived: number;
  /** Requests of the run document; undefined when there is no run. */
  readonly reported?: number | undefined;
  /** The number of drives that sent the same load more than once. */
  readonly doubled: number;
  readonly firstByteMs?: number | undefined;
  readonly skewMs: { readonly p50: number; readonly p99: number };
  readonly transitions: number;
  readonly history: number;
  /**
   * The highest use of a partition as a share of its limit: with the partitions of a new table, and as if
   * each key had its own partition.
   */
  readonly hottest: {
    readonly reads: Hot;
    readonly writes: Hot;
    readonly keyReads: Hot;
    readonly keyWrites: Hot;
  };
  readonly dollars: number;
  /** The sum of the slowest invocations of the merging functions, which run one after another. */
  readonly mergePathMs: number;
  /** The time from the last request to the end of the execution. */
  readonly closingMs: number;
  readonly stopMs?: number | undefined;
  /** False only for a burst that continued although a user had requested its stop. */
  readonly hasStopped: boolean;
  readonly left: number;
  /** The time from the end of the burst to the last request. Above 0: load continued after the end. */
  readonly lateMs: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly watched: Readonly<Record<string, number>>;
  readonly seconds: number;
};

/** A stop that takes longer than this counts as failed. */
const stopMsMax = 15_000;

/** A key or partition with high use. `atS`: seconds since the request to start the burst. */
type Hot = { readonly key: string; readonly part: number; readonly atS: number };

export function outcomeOf(scenario: Scenario, observed: Observed, meters: Meters, objects: Objects): Outcome {
  const arrivals = target.arrivals;
  const lastAt = Math.max(0, ...arrivals.map((each) => each.lastAt));
  const first = arrivals.length === 0 ? undefined : Math.min(...arrivals.map(({ firstAt }) => firstAt));
  return {
    state: observed.refused === undefined ? (observed.status?.state ?? 'unknown') : 'refused',
    reason: observed.refused ?? observed.status?.reason ?? observed.ending?.cause,
    planned: plannedBy(objects),
    arrived: target.requests,
    reported: reportedBy(observed, objects),
    doubled: doubledIn(arrivals),
    firstByteMs: first === undefined ? undefined : first - observed.postedAt,
    skewMs: skewOf(arrivals),
    transitions: meters.of('transitions'),
    history: meters.peaks.get('history') ?? 0,
    hottest: {
      reads: hottest(meters, 'reads of partition', scenario.quota * dynamo.partitionReads, observed.postedAt),
      writes: hottest(
        meters,
        'writes of partition',
        scenario.quota * dynamo.partitionWrites,
        observed.postedAt,
      ),
      keyReads: hottest(meters, 'reads of key', scenario.quota * dynamo.partitionReads, observed.postedAt),
      keyWrites: hottest(meters, 'writes of key', scenario.quota * dynamo.partitionWrites, observed.postedAt),
    },
    dollars: dollarsOf(meters),
    mergePathMs: ['settle', 'merge-group', 'merge'].reduce(
      (sum, name) => sum + (meters.peaks.get(`longest driver/${name}`) ?? 0),
      0,
    ),
    closingMs: observed.endedAt - lastAt,
    stopMs: observed.stopAskedAt === undefined ? undefined : Math.max(0, lastAt - observed.stopAskedAt),
    hasStopped: observed.stopAskedAt === undefined || lastAt - observed.stopAskedAt < stopMsMax,
    left: observed.left,
    lateMs: lastAt - observed.endedAt,
    counts: Object.fromEntries([...meters.counts].sort()),
    watched: observed.watched,
    seconds: (observed.endedAt - observed.postedAt) / 1e3,
  };
}

/** The number of users in the document. Each user sends one request. */
function plannedBy({ stored }: Objects): number {
  const outline = [...stored].find(([key]) => key.endsWith('/outline.json'))?.[1];
  if (outline === undefined) return 0;
  const { phases } = JSON.parse(Buffer.from(outline).toString('utf8')) as {
    phases: readonly { readonly expectedArrivals: number }[];
  };
  return phases.reduce((sum, { expectedArrivals }) => sum + expectedArrivals, 0);
}

/** All requests in the statistics of the run document. */
function reportedBy({ status }: Observed, { stored }: Objects): number | undefined {
  const bytes = status?.runId === undefined ? undefined : stored.get(`runs/${status.runId}/run.json`);
  if (bytes === undefined) return undefined;
  const { stats } = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
    stats: readonly { readonly total: { readonly summary: { readonly requestCount: number } } }[];
  };
  return stats.reduce((sum, { total }) => sum + total.summary.requestCount, 0);
}

function doubledIn(arrivals: readonly Arrival[]): number {
  const drives = Map.groupBy(
    arrivals.filter(({ requests }) => requests > 0),
    ({ phase, shard, segment }) => `${phase}/${shard}/${segment}`,
  );
  return [...drives.values()].filter(({ length }) => length > 1).length;
}

/** The distance of each drive's first request from the median of its phase, in the first segment. */
function skewOf(arrivals: readonly Arrival[]): Outcome['skewMs'] {
  const phases = Map.groupBy(
    arrivals.filter(({ segment }) => segment === 0),
    ({ phase }) => phase,
  );
  const skews = [...phases.values()].flatMap((drives) => {
    const instants = drives.map(({ firstAt }) => firstAt).sort(ascending);
    return instants.map((each) => Math.abs(each - at(instants, 0.5)));
  });
  skews.sort(ascending);
  return { p50: at(skews, 0.5), p99: at(skews, 0.99) };
}

const ascending = (one: number, other: number): number => one - other;

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;

function hottest({ peaks, peakSeconds }: Meters, prefix: string, limit: number, since: number): Hot {
  let found: Hot = { key: '', part: 0, atS: 0 };
  for (const [key, used] of peaks) {
    const part = used / limit;
    if (!key.startsWith(prefix) || part <= found.part) continue;
    found = { key: key.slice(prefix.length + 1), part, atS: (peakSeconds.get(key) ?? 0) - since / 1e3 };
  }
  return found;
}

const dollarsOf = (meters: Meters): number =>
  meters.of('lambda gb-seconds') * lambda.gbSecondDollars +
  meters.of('lambda requests') * lambda.requestDollars +
  (meters.of('task core-seconds') / 3_600) * fargate.coreHourDollars +
  meters.of('transitions') * steps.transitionDollars +
  meters.of('dynamo writes') * dynamo.writeDollars +
  meters.of('dynamo reads') * dynamo.readDollars +
  meters.of('s3 writes') * s3.writeDollars +
  meters.of('s3 reads') * s3.readDollars;
