import type { Start } from '../conducting/answers.ts';
import { driving } from '../limits.ts';
import type { Assignment, Plan } from '../model/plan.ts';
import { assignmentOf } from '../planning/assignment.ts';
import type { Pour, PourOutcome } from '../session/pour.ts';
import { longestStallNs, machineSeconds } from '../statistics/machine.ts';
import type { Outcome } from '../statistics/partial.ts';
import { Recorder } from '../statistics/recorder.ts';
import { type DriveEdge, type Office, settled } from './office.ts';
import { beat, nothingYet, pulseOffsetMs } from './pulse.ts';
import { Halted, openUnlessHalted, startWhenReady } from './start.ts';

/**
 * One drive from its lease to its report: a shard of a phase in one segment.
 *
 * Load is never sent twice: who does not get the lease sends nothing, who comes too late sends nothing (`missed`), and
 * a phase that was cancelled or a burst that was stopped sends nothing. Whatever happens is delivered as a partial.
 */
export async function drive(
  task: DriveTask,
  office: Office,
  edge: DriveEdge,
): Promise<Outcome['result'] | 'duplicate'> {
  const { lease } = edge;
  if (!(await office.lease(lease))) return 'duplicate';
  const plan = await office.plan();
  const assignment = assignmentOf(plan, task.phase, task.shard, task.segment);
  const stopMeter = edge.meter();
  const done = await attempt(assignment, office, edge);
  const { cpuUs, ...readings } = stopMeter();
  const startsAt = done.startsAt ?? edge.clock.epochMs();
  const outcome: Outcome = {
    planned: plannedOf(plan, task.phase, assignment),
    started: 0,
    throttled: 0,
    sessionLimitExceeded: false,
    errors: [],
    notices: [],
    startedAt: startsAt,
    finishedAt: done.finishedAt ?? edge.clock.epochMs(),
    terminatedAt: edge.clock.epochMs(),
    skewMs: done.skewMs,
    cpuUs,
    stallNsMax: longestStallNs(readings, startsAt),
    ...done.outcome,
  };
  const { phase, shard, segment } = assignment;
  await office.deliver(
    done.recorder.partial({
      ...{ phase: phase.name, shard, segment: segment.index, lease, outcome },
      machine: machineSeconds(readings, startsAt - assignment.segment.startMs),
    }),
  );
  await (done.told ?? settled(office.finished(lease), 'finished', edge));
  await settled(office.terminated(lease), 'terminated', edge);
  return outcome.result;
}

export type DriveTask = {
  /** Index of the phase in the plan. */
  readonly phase: number;
  readonly shard: number;
  readonly segment: number;
};

type Attempt = {
  /** Of a drive that sent nothing only why. */
  readonly outcome: PourOutcome | Pick<PourOutcome, 'result' | 'reason'>;
  readonly recorder: Recorder;
  /** Epoch milliseconds at which the segment starts; absent when that was never known. */
  readonly startsAt?: number;
  readonly skewMs: number;
  readonly finishedAt?: number;
  /** The report that the drive has finished, on its way. */
  readonly told?: Promise<void>;
};

async function attempt(assignment: Assignment, office: Office, edge: DriveEdge): Promise<Attempt> {
  let pour: Pour | undefined;
  let start: Start | undefined;
  try {
    const early = await office.halt();
    if (early !== undefined) return nothingSent('stopped', early);
    pour = await openUnlessHalted(assignment, office, edge);
    // A first report while nobody waits: what runs for the first time is slow, and would make users late at second 1.
    await settled(office.live(nothingYet(pour)), 'live', edge);
    start = await startWhenReady(assignment, office, edge);
    if (start.kind !== 'start') return nothingSent('stopped', start.reason);
    return await startAt(start, pour, assignment, office, edge);
  } catch (error) {
    edge.warn('the drive failed', error);
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Halted) return nothingSent('stopped', reason);
    if (start === undefined) await settled(office.failed(reason), 'failed', edge);
    return nothingSent('failed', reason);
  } finally {
    await pour?.close();
  }
}

async function startAt(
  { t0, lookAt }: Extract<Start, { kind: 'start' }>,
  pour: Pour,
  assignment: Assignment,
  office: Office,
  edge: DriveEdge,
): Promise<Attempt> {
  const startsAt = t0 + assignment.segment.startMs;
  const lookMs = lookAt - t0 + startsAt - edge.clock.epochMs();
  if (lookMs > 0) {
    await edge.pause(lookMs);
    const reason = await office.halt();
    if (reason !== undefined) return nothingSent('stopped', reason, startsAt);
  }
  const lateMs = edge.clock.epochMs() - startsAt;
  if (lateMs > driving.graceMs) return nothingSent('missed', missedBy(lateMs), startsAt);
  return run(pour, t0, startsAt, pulseOffsetMs(assignment), office, edge);
}

const missedBy = (lateMs: number): string =>
  `ready ${(lateMs / 1e3).toFixed(1)} s after its start, so it sent nothing: the machine that it ran on was too busy`;

/** Users that this drive owns: exactly those of a closed phase, else its part of the phase's mean. */
function plannedOf(plan: Plan, phase: number, { users }: Assignment): number {
  const { expectedArrivals, shards, segments } = plan.phases[phase];
  return users > 0 ? users : Math.round(expectedArrivals / (shards * segments.length));
}

const nothingSent = (result: Outcome['result'], reason: string, startsAt?: number): Attempt => ({
  ...(startsAt === undefined ? {} : { startsAt }),
  outcome: { result, reason },
  recorder: new Recorder(),
  skewMs: 0,
});

async function run(
  pour: Pour,
  t0: number,
  startsAt: number,
  offsetMs: number,
  office: Office,
  edge: DriveEdge,
): Promise<Attempt> {
  const { clock } = edge;
  const over = new AbortController();
  let finishedAt: number | undefined;
  let told: Promise<void> | undefined;
  // Wall clock to monotonic clock, once: from here on no step of the wall clock moves an arrival.
  const t0Ns = clock.nowNs() + (t0 - clock.epochMs()) * 1e6;
  const skewMs = Math.max(0, clock.epochMs() - startsAt);
  const pouring = pour.run(t0Ns, () => {
    finishedAt = clock.epochMs();
    told = settled(office.finished(edge.lease), 'finished', edge);
  });
  const pulse = beat(pour, t0Ns + offsetMs * 1e6, startsAt - t0, office, edge, over.signal);
  try {
    const outcome = await pouring;
    return { outcome, recorder: pour.recorder, startsAt, skewMs, finishedAt, told };
  } finally {
    over.abort();
    await pulse;
  }
}
