import { judging } from '../../../lib/driver/judging/limits.ts';
import { judge } from '../../../lib/driver/judging/sla.ts';
import type { Arrivals } from '../../../lib/driver/model/arrivals.ts';
import type { Phase, Target } from '../../../lib/driver/model/benchmark.ts';
import { type PhasePlan, type Plan, planVersion } from '../../../lib/driver/model/plan.ts';
import type { Sla } from '../../../lib/driver/model/sla.ts';
import { type RunDocument, type RunRecord, runDocument } from '../../../lib/driver/run/document.ts';
import { settlePhase } from '../../../lib/driver/run/settle-phase.ts';
import { type MergedPhase, Merger } from '../../../lib/driver/statistics/merge.ts';
import type {
  Counters,
  Partial as DrivePartial,
  MachineSecond,
  Outcome,
} from '../../../lib/driver/statistics/partial.ts';
import { Recorder } from '../../../lib/driver/statistics/recording/recorder.ts';
import { planned } from '../planning/planned.ts';
import { completed } from '../statistics/partials.ts';

/** The start of the runs that this file makes for tests, in epoch milliseconds. */

export const t0 = 1_790_000_000_000;

const target: Target = {
  key: 'http://localhost:8080',
  protocol: 'http',
  host: 'localhost',
  port: 8080,
  authority: 'localhost:8080',
  isDefault: true,
  addresses: [],
  connectionStrategy: 'SHARED_POOL',
  connections: { core: 4, max: 4, buffer: 0, keepAliveMs: 0 },
  pipeliningLimit: 1,
};

export function phaseOf(name: string, arrivals: Arrivals, changed: Partial<Phase> = {}): Phase {
  return {
    name,
    phase: name,
    iteration: '',
    fork: '',
    arrivals,
    startTimeMs: 0,
    startAfter: [],
    startAfterStrict: [],
    durationMs: 10_000,
    maxSessions: 10,
    sessionLimitPolicy: 'FAIL',
    isWarmup: false,
    ...changed,
  };
}

export function planOf(phases: readonly Phase[], shards = 2): Plan {
  const cut = (phase: Phase, index: number): PhasePlan => ({
    index,
    name: phase.name,
    shards: phase.arrivals.kind === 'noop' ? 0 : shards,
    segments: [{ index: 0, startMs: 0, endMs: 10_000, last: true }],
    ...(phase.arrivals.kind === 'noop' ? { plannedArrivals: 0 } : { plannedArrivals: 20 }),
    requests: [{ step: 0, slas: [] }],
    expectedArrivals: 20,
  });
  const benchmark: Plan['benchmark'] = {
    name: 'shop',
    targets: [target],
    ergonomics: { userAgentFromSession: true, autoRangeCheck: true, stopOnInvalid: true },
    phases,
    failurePolicy: 'CANCEL',
    agents: [],
    files: [],
    threads: 1,
  };
  const estimate = { requestsPerUser: 1, gbSeconds: 2, dollars: 0.01 };
  const names = { version: planVersion, burst: 'b1', seed: 7, plannedAt: t0 - 9000 } as const;
  return { ...names, shards, benchmark, phases: phases.map(cut), concurrency: phases.map(() => 1), estimate };
}

/**
 * The merged results of shards with ten requests each, one per second. Requests of shard k take k seconds
 * longer.
 */
export function mergedOf(name: string, outcomes: readonly Partial<Outcome>[], lateNs = 1000): MergedPhase {
  const merger = new Merger(name);
  for (const [shard, changed] of outcomes.entries()) {
    const recorder = new Recorder();
    for (let second = 0; second < 10; second += 1) {
      const sample = recorder.metric('browse', 0).at(second);
      Object.assign(sample.counters, { requests: 1, responses: 1, status2xx: 1, bytesReceived: 100 });
      sample.recordLateness(lateNs);
      sample.recordLatency((shard + 1) * 1e9);
      sample.recordService((shard + 1) * 1e9 - lateNs);
      recorder.sessions(second, 2);
    }
    const times = { startedAt: t0 + 2, finishedAt: t0 + 10_000, terminatedAt: t0 + 20_000 };
    const outcome = completed({ ...times, ...changed });
    merger.accept(recorder.partial({ phase: name, shard, segment: 0, lease: `l${shard}`, outcome }));
  }
  return merger.result();
}

export const even: Arrivals = { kind: 'constantRate', usersPerSec: 2, variance: false };
export const main = phaseOf('main', even);

export function recordOf(changed: Partial<RunRecord> = {}, slas: readonly Sla[] = []): RunRecord {
  const merged = mergedOf('main', [{}, {}]);
  const verdicts = judge([{ step: 0, slas }], merged);
  return {
    plan: planOf([main]),
    phases: [{ status: 'TERMINATED', t0, endedAt: t0 + 20_001, merged, verdicts }],
    startedAt: t0 - 5000,
    endedAt: t0 + 21_000,
    version: '0.1.0',
    ...changed,
  };
}

/**
 * Counts of one second of a drive: ten requests with responses within a millisecond, unless set otherwise.
 */
export type Second = {
  readonly requests?: number;
  readonly counters?: Partial<Counters>;
  readonly latencyNs?: number;
  /** The response time of one of the requests in nanoseconds. */
  readonly slowestNs?: number;
  readonly lateNs?: number;
  readonly stallNs?: number;
  /** The idle share of all processors. */
  readonly idle?: number;
  /** The share of a core that the event loop used. */
  readonly cpu?: number;
  /** The share of the permitted descriptors that are open. */
  readonly descriptors?: number;
  /** The time of garbage collections in nanoseconds. */
  readonly gcNs?: number;
  /** The waits of requests that were cut off, in nanoseconds. They are not among `requests`. */
  readonly cutOffNs?: readonly number[];
  /** The number of users due in this second that waited for a session. */
  readonly waited?: number;
  readonly waitNs?: number;
  /** True: no response has a time that could be measured. */
  readonly noTimes?: boolean;
};

export type MadeDrive = { readonly seconds: readonly Second[]; readonly outcome?: Partial<Outcome> };

/** The run that a test needs. A drive that is `undefined` was lost. */
export type MadeRun = {
  readonly drives: readonly (MadeDrive | undefined)[];
  /** The limits of the only request step, in YAML's flow style. */
  readonly sla?: string;
  /** The limits of the phase for metrics, in YAML's flow style. */
  readonly customSla?: string;
  /** The time limit of the step. Absent: that of the target, 30 s. */
  readonly timeoutMs?: number;
  readonly maxErrors?: number;
  readonly isWarmup?: boolean;
  readonly judged?: boolean;
  /** The pause of every user before its request. */
  readonly pause?: string;
  readonly sessionLimitPolicy?: 'CONTINUE' | 'FAIL';
  readonly stopped?: string;
  readonly failedEarly?: string;
  readonly place?: RunRecord['place'];
};

/** Makes a run of one phase, settled and merged like a real burst. */
export async function madeRun(made: MadeRun): Promise<RunDocument> {
  const { drives, maxErrors = judging.failedRatioMax, stopped, failedEarly, place = 'one machine' } = made;
  const plan = planFrom({ ...made, shards: drives.length });
  const given = drives.flatMap((drive, shard) => (drive === undefined ? [] : [madePartial(drive, shard)]));
  const leases = new Map(drives.map((_, shard) => [`${shard}/0`, `l${shard}`]));
  const read = async function* () {
    yield* given;
  };
  const defaults = { failedRatio: maxErrors, blockedRatio: judging.blockedRatioMax };
  const { merged, verdicts, failed, incomplete } = await settlePhase(plan, 0, read(), leases, defaults);
  const reason = failed ?? (stopped === undefined && failedEarly === undefined ? incomplete : undefined);
  return runDocument({
    plan,
    phases: [
      {
        status: 'TERMINATED',
        t0,
        endedAt: t0 + 10_100,
        merged,
        verdicts,
        ...(reason === undefined ? {} : { failed: reason }),
      },
    ],
    startedAt: t0,
    endedAt: t0 + 10_200,
    version: '0.1.0',
    place,
    ...(stopped === undefined ? {} : { stopped }),
    ...(failedEarly === undefined ? {} : { failedEarly }),
  });
}

/** This number of seconds without problems. */
export const well = (seconds: number, second: Second = {}): Second[] =>
  Array.from({ length: seconds }, () => second);

/** The plan of a phase with one request step and 20 connections. */
export function planFrom({
  shards,
  sla,
  customSla = '{}',
  isWarmup = false,
  judged = true,
  timeoutMs,
  pause,
  sessionLimitPolicy = 'FAIL',
}: Omit<MadeRun, 'drives'> & {
  readonly shards: number;
}): Plan {
  const limit = timeoutMs === undefined ? '' : `, timeout: ${timeoutMs}ms`;
  const text = `
name: made
http: { host: 'http://localhost:8080', sharedConnections: 20 }
phases:
- main:
    constantRate:
      usersPerSec: 10
      duration: 10s
      isWarmup: ${isWarmup}
      judged: ${judged}
      sessionLimitPolicy: ${sessionLimitPolicy}
      customSla: ${customSla}
      scenario:
      - visit:${pause === undefined ? '' : `\n        - thinkTime: ${pause}`}
        - httpRequest: { GET: /, metric: browse${sla === undefined ? '' : `, sla: ${sla}`}${limit} }
`;
  return planned(text, { file: 'made.yaml', shards, plannedAt: t0 });
}

function madePartial({ seconds, outcome }: MadeDrive, shard: number): DrivePartial {
  const recorder = new Recorder();
  const machine: MachineSecond[] = [];
  for (const [at, second] of seconds.entries()) {
    const {
      requests = 10,
      counters = {},
      latencyNs = 1e6,
      lateNs = 1e3,
      stallNs = 0,
      idle = 0.5,
      cpu = 0.2,
    } = second;
    const { slowestNs = latencyNs, descriptors = 0, gcNs = 0, waited = 0, waitNs = 0 } = second;
    const { cutOffNs = [] } = second;
    const tally = recorder.metric('browse', 0).at(at);
    for (const ns of cutOffNs) tally.recordUnanswered(ns);
    Object.assign(
      tally.counters,
      { requests: requests + cutOffNs.length, responses: requests, status2xx: requests },
      counters,
    );
    for (let request = 0; request < (second.noTimes ? 0 : requests); request += 1) {
      const ns = request === 0 ? slowestNs : latencyNs;
      tally.recordLateness(lateNs);
      tally.recordLatency(ns + lateNs);
      tally.recordService(ns);
    }
    machine.push({
      second: at,
      stallNs,
      idlePermille: idle * 1000,
      cpuPermille: cpu * 1000,
      descriptorsPermille: descriptors * 1000,
      gcNs,
    });
    const dueNs = at * 1e9 + 1;
    for (let user = 0; user < waited; user += 1) recorder.users.waited(dueNs, dueNs + waitNs);
  }
  const sent = seconds.reduce((sum, { requests = 10 }) => sum + requests, 0);
  const times = { startedAt: t0, finishedAt: t0 + 10_000, terminatedAt: t0 + 10_100 };
  return recorder.partial({
    phase: 'main',
    shard,
    segment: 0,
    lease: `l${shard}`,
    machine,
    outcome: completed({ planned: sent, started: sent, ...times, ...outcome }),
  });
}
