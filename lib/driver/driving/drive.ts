import { DownpourError } from '../../errors.ts';
import { pause } from '../clock.ts';
import type { ClockOffset } from '../clock-offset.ts';
import type { Start } from '../conducting/replies.ts';
import { isShortage } from '../http/connect-failures/unreachable.ts';
import { storeFiles } from '../http/tls/material.ts';
import type { Assignment, Plan } from '../model/plan.ts';
import { pacing } from '../planning/pacing/limits.ts';
import { leaseTurnMs, turnMs } from '../planning/pacing/write-jitter.ts';
import { assignmentOf } from '../planning/sharding/assignment.ts';
import { type Source, sourcesOf } from '../planning/sharding/shared-state-sources.ts';
import { usersDue, usersPlanned } from '../planning/sharding/users-planned.ts';
import {
  longestStallNs,
  machineSeconds,
  mergeMachine,
  nothingSeen,
  socketSeconds,
} from '../statistics/health/machine-seconds.ts';
import type { Outcome } from '../statistics/partial.ts';
import { partialOf } from '../statistics/recording/join-measured.ts';
import { noRows } from '../statistics/wire/rows.ts';
import { type DriveBackend, type DriveEnvironment, orWarn } from './backend.ts';
import { comparedClock, trueTime } from './compared-clock.ts';
import { EndReports } from './end-reports.ts';
import { Flushing } from './flushing.ts';
import { heartbeat, nothingYet } from './heartbeat.ts';
import { driving } from './limits.ts';
import { liveEvaluationOf } from './live-evaluation/live-evaluation.ts';
import type { DriveParts, DriveStart, OpenDrive } from './parts.ts';
import { Recents } from './recent-seconds.ts';
import { StoreRefused, withRetries } from './retries.ts';
import { Sharing } from './shared-data-handover.ts';
import { openUnlessStopped, Stopped, startWhenReady } from './start.ts';
import type { DriveRun, RunMeasured, RunOutcome } from './threads/drive-run.ts';
import { Turns } from './work-in-pieces.ts';

/**
 * Runs a drive from its lease to its report. A drive sends the load of one shard of a phase in one segment.
 *
 * Load is never sent twice. A drive sends nothing without the lease, when it is late (`missed`), or when its
 * phase is cancelled or its burst is stopped. Every outcome is stored as a partial (the measurements of one
 * drive). When the stores reject its requests for too long, the drive ends as missed. A drive that cannot
 * reach its target fails its phase.
 */
export async function drive(
  task: DriveTask,
  backend: DriveBackend,
  environment: DriveEnvironment,
): Promise<Exclude<Outcome['result'], 'lost'> | 'duplicate'> {
  const { lease, initMs = 0 } = environment;
  const invokedNs = environment.clock.nowNs();
  await pause(environment.clock, leaseTurnMs(task.shard));
  if (!(await withRetries(() => backend.lease(lease), environment))) return 'duplicate';
  const comparing = comparedClock(environment);
  const plan = await withRetries(() => backend.plan(), environment);
  refuseOtherRelease(plan, environment);
  const assignment = assignmentOf(plan, task.phase, task.shard, task.segment);
  const meter = environment.meter();
  const reports = new EndReports(turnMs(assignment, plan), backend, environment);
  const recents = new Recents(plan, assignment);
  const turns = new Turns(environment.clock);
  const parts: DriveParts = {
    assignment,
    backend,
    environment,
    turns,
    reports,
    recents,
    flushing: new Flushing(assignment, meter, backend, environment, (rows) =>
      turns.do(() => recents.addingRows(rows)),
    ),
    early: liveEvaluationOf(plan, assignment, meter, turns, backend, environment),
  };
  const done = await attempt(parts, sourcesOf(plan, task.phase, task.shard, task.segment), comparing);
  const { cpuUs, ...readings } = meter.stop();
  const terminatedAt = done.terminatedAt ?? environment.clock.epochMs();
  try {
    const { loops, globalCounters, lost, ...measured } = await (done.measured?.() ?? nothingMeasured);
    const startsAt = done.startsAt ?? terminatedAt;
    const clock = await comparing;
    const t0 = startsAt - assignment.segment.startMs;
    const lostData = (await done.sharing?.leave()) ?? [];
    const watched = [readings, ...loops.map((loop) => ({ ...nothingSeen, ...loop }))];
    const outcome = {
      planned: done.outcome.planned ?? usersDue(usersPlanned(assignment)),
      started: 0,
      throttled: 0,
      sessionLimitExceeded: false,
      errors: [],
      startedAt: trueTime(startsAt, clock),
      finishedAt: trueTime(done.finishedAt ?? terminatedAt, clock),
      terminatedAt: trueTime(terminatedAt, clock),
      skewMs: done.skewMs,
      ...(clock === undefined ? {} : { clock }),
      billedMs: Math.round(initMs + (environment.clock.nowNs() - invokedNs) / 1e6),
      cpuUs,
      stallNsMax: Math.max(...watched.map((each) => longestStallNs(each, startsAt))),
      ...done.outcome,
      notices: [...(done.outcome.notices ?? []), ...lostData],
      ...(lost === undefined ? {} : { result: 'failed' as const, reason: done.outcome.reason ?? lost }),
    } satisfies Outcome;
    const { phase, shard, segment } = assignment;
    const own = {
      phase: phase.name,
      shard,
      segment: segment.index,
      lease,
      outcome,
      machine: mergeMachine([
        ...watched.flatMap((each) => machineSeconds(each, t0)),
        ...socketSeconds(measured.connections ?? {}),
      ]),
      ...(globalCounters === undefined ? {} : { globalCounters }),
    };
    await backend.deliver(partialOf(own, measured));
    await reports.terminated();
    return outcome.result;
  } finally {
    done.release?.();
  }
}

/**
 * Rejects a plan of another release. After a deployment, the drives of another region may still have the
 * older code.
 * @throws DownpourError `OTHER_RELEASE` (409)
 */
function refuseOtherRelease({ release }: Plan, environment: Pick<DriveEnvironment, 'release'>): void {
  if (release === undefined || environment.release === undefined || release === environment.release) return;
  throw new DownpourError(
    'OTHER_RELEASE',
    409,
    'this load generator runs another release of Downpour than the function that planned its burst; deploy the stage again, with all of its regions',
  );
}

export type DriveTask = {
  /** Index of the phase in the plan. */
  readonly phase: number;
  readonly shard: number;
  readonly segment: number;
};

type Attempt = {
  /** The outcome of the drive. A drive that sent nothing has only a result and a reason. */
  readonly outcome: Pick<RunOutcome, 'result' | 'reason'> & Partial<RunOutcome>;
  /** Returns the measurements of the drive. Absent when nothing was sent. */
  readonly measured?: () => Promise<RunMeasured>;
  /** Frees the resources, such as threads, that are needed until measurements and shared data are read. */
  readonly release?: () => void;
  /**
   * The start of the segment in epoch milliseconds, by the clock of this machine. Absent when the drive never
   * learned its start.
   */
  readonly startsAt?: number;
  readonly skewMs: number;
  readonly finishedAt?: number;
  /** The instant at which the last user left. Absent when no users started. */
  readonly terminatedAt?: number;
  /** The shared data of the drive's users. Absent when its users share nothing. */
  readonly sharing?: Sharing;
};

async function attempt(
  parts: DriveParts,
  sources: readonly Source[],
  comparing: Promise<ClockOffset | undefined>,
): Promise<Attempt> {
  const { assignment, backend, environment, reports, turns } = parts;
  const { clock } = environment;
  const beganNs = clock.nowNs();
  let run: DriveRun | undefined;
  let sharing: Sharing | undefined;
  let start: Start | undefined;
  const release = (): void => run?.release();
  try {
    const reason = await withRetries(() => backend.stopReason(), environment);
    if (reason !== undefined) return nothingSent('stopped', reason);
    const paths = filesNeeded(assignment);
    const own = paths.length === 0 ? environment : { ...environment, files: await backend.files(paths) };
    run = await openUnlessStopped(assignment, backend, { ...own, turns });
    if (assignment.phase.scenario?.sharesState === true)
      sharing = new Sharing(sources, !assignment.segment.last, run, backend, environment);
    // Each drive waits for its own delay before it reports, because thousands of drives get ready at one
    // instant.
    await pause(clock, reports.turnMs - (clock.nowNs() - beganNs) / 1e6);
    // Makes a first report before users arrive, so that its code has run once. Code is slow when it runs for
    // the first time, and would delay users in the first second.
    const first = await nothingYet(run);
    // With many drives, this report is not sent, because reports and leases already use the capacity of the
    // table.
    if (assignment.shards <= pacing.jitterDrivesMin) await orWarn(backend.live(first), 'live', environment);
    const { offsetMs = 0 } = (await comparing) ?? {};
    start = await startWhenReady(assignment, sharing, backend, environment);
    if (start.kind !== 'start') return { ...nothingSent('stopped', start.reason), release };
    const done = await startAt(start, offsetMs, { ...parts, run, sharing });
    // A drive that starts too late to send load still passes on the shared data of the previous segment.
    return { ...done, release, ...(sharing === undefined ? {} : { sharing }) };
  } catch (error) {
    environment.warn('the load generator failed', error);
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Stopped) return { ...nothingSent('stopped', reason), release };
    // Neither busy stores nor a shortage of file descriptors is a fault of the target.
    if (error instanceof StoreRefused || isShortage(error)) {
      if (start === undefined) await orWarn(backend.gone(reason), 'gone', environment);
      return { ...nothingSent('missed', reason), release };
    }
    if (start === undefined) await orWarn(backend.failed(reason), 'failed', environment);
    return { ...nothingSent('failed', reason), release };
  } finally {
    await run?.close();
  }
}

/**
 * The paths of the files that a drive needs: those of its scenario, and the stores of keys and certificates
 * of every target. A drive connects to all targets.
 */
const filesNeeded = ({ phase, targets }: Assignment): readonly string[] => [
  ...new Set([...(phase.files ?? []), ...targets.flatMap(storeFiles)]),
];

async function startAt(
  start: Extract<Start, { kind: 'start' }>,
  offsetMs: number,
  drive: OpenDrive,
): Promise<Attempt> {
  const { assignment, backend, environment } = drive;
  const t0 = start.t0 - offsetMs;
  const startsAt = t0 + assignment.segment.startMs;
  const lookMs = start.lookAt - start.t0 + startsAt - environment.clock.epochMs();
  if (lookMs > 0) {
    await pause(environment.clock, lookMs);
    const reason = await withRetries(() => backend.stopReason(true), environment, driving.graceMs);
    if (reason !== undefined) return nothingSent('stopped', reason, startsAt);
  }
  const lateMs = environment.clock.epochMs() - startsAt;
  if (lateMs > driving.graceMs) return nothingSent('missed', missedBy(lateMs), startsAt);
  return runFrom(drive, { t0, announcedT0: start.t0, startsAt });
}

const missedBy = (lateMs: number): string =>
  `the load generator was ready ${(lateMs / 1e3).toFixed(1)} s after the start of its phase, so it sent nothing: its machine was too busy`;

const nothingSent = (result: RunOutcome['result'], reason: string, startsAt?: number): Attempt => ({
  ...(startsAt === undefined ? {} : { startsAt }),
  outcome: { result, reason },
  skewMs: 0,
});

const nothingMeasured: RunMeasured = { rows: noRows, sessions: [], connections: {}, loops: [] };

async function runFrom(drive: OpenDrive, start: DriveStart): Promise<Attempt> {
  const { run, early, flushing, reports, backend, environment } = drive;
  const { t0, announcedT0, startsAt } = start;
  const { clock } = environment;
  const over = new AbortController();
  let finishedAt: number | undefined;
  // Converts T0 from the wall clock to the monotonic clock once. After that, a correction of the wall clock
  // moves no arrival.
  const t0Ns = clock.nowNs() + (t0 - clock.epochMs()) * 1e6;
  const skewMs = Math.max(0, clock.epochMs() - startsAt);
  const running = run.run(
    t0Ns,
    () => {
      finishedAt = clock.epochMs();
      reports.finished();
    },
    announcedT0,
  );
  early?.begin(run, t0);
  flushing.begin(run, t0, announcedT0, skewMs);
  const beating = heartbeat(drive, t0Ns, over.signal);
  try {
    const { refused, ...outcome } = await running;
    // The last reports may wait for a slow store, and they are no part of the phase.
    const terminatedAt = clock.epochMs();
    if (refused) await orWarn(backend.failed(outcome.reason ?? 'refused', true), 'failed', environment);
    return { outcome, measured: () => run.measured(), startsAt, skewMs, finishedAt, terminatedAt };
  } finally {
    over.abort();
    await beating;
  }
}
