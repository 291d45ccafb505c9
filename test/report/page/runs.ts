import { judging } from '../../../lib/driver/judging/limits.ts';
import type { Plan } from '../../../lib/driver/model/plan.ts';
import { randomFor } from '../../../lib/driver/random.ts';
import { type RunDocument, type RunRecord, runDocument } from '../../../lib/driver/run/document.ts';
import { settlePhase } from '../../../lib/driver/run/settle-phase.ts';
import type { Partial as DrivePartial, MachineSecond } from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { planned } from '../../driver/planning/planned.ts';
import { t0 } from '../../driver/run/records.ts';
import { completed } from '../../driver/statistics/partials.ts';

/** Runs of any length with any number of metrics. The product settles and merges them like a burst. */
export type MadePage = {
  readonly seconds: number;
  readonly metrics: number;
  /** The number of requests of each metric in a second. */
  readonly perSecond: number;
  /** Only every n-th second has requests. Absent: every second. */
  readonly everySeconds?: number;
  /** The SLA of each metric, in the flow style of YAML. */
  readonly sla?: string;
  /** The response time of a request in nanoseconds, from a random number between 0 and 1. */
  readonly latencyNs?: (random: number, second: number, metric: number) => number;
  readonly lateNs?: (second: number) => number;
  readonly stallNs?: (second: number) => number;
  readonly isFailed?: (random: number, second: number, metric: number) => boolean;
  readonly names?: { readonly benchmark: string; readonly metric: (index: number) => string };
  readonly shards?: number;
  readonly isWarmup?: boolean;
  readonly description?: string;
  readonly stopped?: string;
};

const msNs = 1_000_000;

/** Response times of about 20 ms. One request in a hundred takes much longer. */
const usual = (random: number): number => (15 + 10 * random + (random > 0.99 ? 300 * random : 0)) * msNs;

export async function pageRun(made: MadePage): Promise<RunDocument> {
  const plan = planOf(made);
  const { seconds, shards = 1, stopped } = made;
  const lengthMs = seconds * 1000;
  const endedAt = t0 + lengthMs + 100;
  const partials = Array.from({ length: shards }, (_, shard) => partialOf(made, plan, shard));
  const leases = new Map(partials.map(({ lease }, shard) => [`${shard}/0`, lease]));
  const read = async function* () {
    yield* partials;
  };
  const defaults = { failedRatio: judging.failedRatioMax, blockedRatio: judging.blockedRatioMax };
  const { merged, verdicts, failed } = await settlePhase(plan, 0, read(), leases, defaults);
  const record: RunRecord = {
    plan,
    phases: [
      { status: 'TERMINATED', t0, endedAt, merged, verdicts, ...(failed === undefined ? {} : { failed }) },
    ],
    startedAt: t0,
    endedAt: endedAt + 100,
    version: '0.1.0',
    commit: '0123456789abcdef',
    place: 'one machine',
    ...(made.description === undefined ? {} : { description: made.description }),
    ...(stopped === undefined ? {} : { stopped }),
  };
  // Converted to JSON and back, because a stored run is JSON.
  return JSON.parse(JSON.stringify(runDocument(record))) as RunDocument;
}

function planOf({ seconds, metrics, sla, names, shards = 1, isWarmup = false }: MadePage): Plan {
  const metric = names?.metric ?? ((index: number) => `metric ${index}`);
  const steps = Array.from(
    { length: metrics },
    (_, index) =>
      `      - s${index}:\n        - httpRequest: { GET: /, metric: ${JSON.stringify(metric(index))}${sla === undefined ? '' : `, sla: ${sla}`} }\n`,
  );
  const text = `
name: ${JSON.stringify(names?.benchmark ?? 'made')}
http: { host: 'http://localhost:8080', sharedConnections: 20 }
phases:
- main:
    constantRate:
      usersPerSec: 10
      duration: ${seconds}s
      isWarmup: ${isWarmup}
      maxSessions: 100
      scenario:
${steps.join('')}`;
  const segmentMsMax = 24 * 3_600_000;
  const plan = planned(text, { file: 'made.yaml', shards, segmentMsMax, plannedAt: t0 });
  // One drive for each shard, for the whole run.
  const segments = [{ index: 0, startMs: 0, endMs: seconds * 1000, last: true }];
  return { ...plan, phases: plan.phases.map((phase) => ({ ...phase, segments })) };
}

function partialOf(made: MadePage, plan: Plan, shard: number): DrivePartial {
  const {
    seconds,
    perSecond,
    everySeconds = 1,
    latencyNs = usual,
    lateNs = () => 20_000,
    stallNs = () => 0,
    isFailed,
  } = made;
  const recorder = new Recorder();
  const random = randomFor(1, 'page', shard);
  const machine: MachineSecond[] = [];
  const requests = plan.phases[0]?.requests ?? [];
  const metric = made.names?.metric ?? ((index: number) => `metric ${index}`);
  for (let second = 0; second < seconds; second += 1) {
    for (const [index, { step }] of second % everySeconds === 0 ? requests.entries() : []) {
      const tally = recorder.metric(metric(index), step).at(second);
      for (let request = 0; request < perSecond; request += 1) {
        const drawn = random.next();
        const failed = isFailed?.(random.next(), second, index) === true;
        tally.counters.requests += 1;
        tally.counters.responses += 1;
        tally.counters[failed ? 'status5xx' : 'status2xx'] += 1;
        if (failed) {
          tally.counters.invalid += 1;
          tally.counters.failed += 1;
        }
        const [service, late] = [latencyNs(drawn, second, index), lateNs(second)];
        tally.recordService(service);
        tally.recordLateness(late);
        tally.recordLatency(service + late);
      }
    }
    recorder.sessions(second, 5);
    machine.push({ second, stallNs: stallNs(second), idlePermille: 600 });
  }
  const times = { startedAt: t0, finishedAt: t0 + seconds * 1000, terminatedAt: t0 + seconds * 1000 + 100 };
  const users = 10 * seconds;
  return recorder.partial({
    phase: 'main',
    shard,
    segment: 0,
    lease: `l${shard}`,
    machine,
    outcome: completed({ planned: users, started: users, ...times }),
  });
}

/** Response times between 1 ms and 1 s. */
export const wideNs = (random: number): number => 10 ** (6 + 3 * random);

/** A run of an hour with 200 metrics. Its page must leave charts out. */
export async function largestRun(): Promise<RunDocument> {
  const hour = { seconds: 3600, metrics: 1, perSecond: 100, everySeconds: 30, latencyNs: wideNs };
  return withMetrics(await pageRun(hour), 200);
}

/**
 * A copy of a run with this many copies of its first metric. Their times differ, so that compression does not
 * remove them.
 */
export function withMetrics(run: RunDocument, metrics: number): RunDocument {
  const [entry] = run.stats;
  if (entry === undefined) throw new Error('the run has no metric');
  const stats = Array.from({ length: metrics }, (_, index) => ({
    ...structuredClone(entry),
    metric: `metric ${index}`,
    timeline: {
      ...entry.timeline,
      columns: entry.timeline.columns.map((column, at) =>
        column.map((value, place) =>
          place % 2 === 0 ? value + (index % 50) : 1 + ((value * 7919 + index * 31 + at * 17) % 97),
        ),
      ),
    },
  }));
  return { ...run, stats };
}
