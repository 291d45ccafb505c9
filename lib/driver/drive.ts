import { assignmentOf } from './assignment.ts';
import type { Start } from './conductor/answers.ts';
import { driving } from './limits.ts';
import { addTotals, type Live, noTotals, totalsOf } from './live.ts';
import type { Assignment, Plan } from './plan.ts';
import { type Edge, openPour, type Pour, type PourOutcome } from './session/pour.ts';
import { longestStallNs, machineSeconds, type Readings } from './statistics/machine.ts';
import type { Outcome, Partial } from './statistics/partial.ts';
import { Recorder } from './statistics/recorder.ts';

/**
 * One drive from its lease to its report: a shard of a phase in one segment.
 *
 * Load is never sent twice: who does not get the lease sends nothing, who comes too late sends nothing (`missed`), and
 * a phase that was cancelled or a burst that was stopped sends nothing. Whatever happens is delivered as a partial.
 */
export const drive = async (
  task: DriveTask,
  office: Office,
  edge: DriveEdge,
): Promise<Outcome['result'] | 'duplicate'> => {
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
};

export type DriveTask = {
  /** Index of the phase in the plan. */
  readonly phase: number;
  readonly shard: number;
  readonly segment: number;
};

/** Where a drive takes its work from and reports to. */
export type Office = {
  /** True for the first who asks for this drive. */
  lease(lease: string): Promise<boolean>;
  plan(): Promise<Plan>;
  /** Why this drive must not send, or undefined when it may. */
  halt(): Promise<string | undefined>;
  /** This drive is connected and waits for T0; told by the drives of the first segment. */
  ready(lease: string): Promise<void>;
  /** When to start. Asked again until it is known. */
  start(): Promise<Start>;
  /** This drive cannot start, so the phase must not. */
  failed(reason: string): Promise<void>;
  live(live: Live): Promise<void>;
  /** No new users start any more. */
  finished(lease: string): Promise<void>;
  deliver(partial: Partial): Promise<void>;
  /** All users are gone and the partial is delivered. */
  terminated(lease: string): Promise<void>;
};

export type DriveEdge = Edge & {
  /** This attempt's own, unguessable; fences its partial. */
  readonly lease: string;
  /** Milliseconds until the machine ends this drive by force. */
  remainingMs(): number;
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Begins to measure the machine; the answer ends it. */
  meter(): () => Pick<Outcome, 'cpuUs'> & Readings;
  /** Something that the drive survives, for the log. */
  warn(message: string, error: unknown): void;
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

const attempt = async (assignment: Assignment, office: Office, edge: DriveEdge): Promise<Attempt> => {
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
};

/** Somebody stopped the phase while its connections were opened. */
class Halted extends Error {}

/** Opens the connections, and gives up as soon as the phase is stopped: a target may take its time to refuse. */
const openUnlessHalted = async (assignment: Assignment, office: Office, edge: DriveEdge): Promise<Pour> => {
  const over = new AbortController();
  const giveUp = new AbortController();
  const lookout = async (): Promise<void> => {
    for (;;) {
      await edge.pause(driving.pulseMs, over.signal);
      if (over.signal.aborted) return;
      const reason = await office.halt();
      if (reason !== undefined) return giveUp.abort(new Halted(reason));
    }
  };
  const looking = settled(lookout(), 'halt', edge);
  try {
    return await openPour(assignment, edge, giveUp.signal);
  } finally {
    over.abort();
    await looking;
  }
};

/** Says that the drive is ready and asks until it is told when to start, or why not to. */
const startWhenReady = async (
  { segment }: Assignment,
  office: Office,
  edge: DriveEdge,
): Promise<Exclude<Start, { kind: 'wait' }>> => {
  if (segment.index === 0) await office.ready(edge.lease);
  for (;;) {
    const start = await office.start();
    if (start.kind !== 'wait') return start;
    if (edge.remainingMs() < driving.reserveMs)
      return { kind: 'halt', reason: 'the function ran out of time before its phase could start' };
    await edge.pause(start.ms);
  }
};

const startAt = async (
  { t0, lookAt }: Extract<Start, { kind: 'start' }>,
  pour: Pour,
  assignment: Assignment,
  office: Office,
  edge: DriveEdge,
): Promise<Attempt> => {
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
};

const missedBy = (lateMs: number): string =>
  `ready ${(lateMs / 1e3).toFixed(1)} s after its start, so it sent nothing: the machine that it ran on was too busy`;

/** Counts for nothing: it is not the word of a drive at work. */
const nothingYet = (pour: Pour): Live => ({
  second: -1,
  ended: true,
  sessions: 0,
  inFlight: 0,
  totals: noTotals,
  slice: pour.recorder.live(),
  notices: pour.notices,
});

/** Users that this drive owns: exactly those of a closed phase, else its part of the phase's mean. */
const plannedOf = (plan: Plan, phase: number, { users }: Assignment): number => {
  const { expectedArrivals, shards, segments } = plan.phases[phase];
  return users > 0 ? users : Math.round(expectedArrivals / (shards * segments.length));
};

const nothingSent = (result: Outcome['result'], reason: string, startsAt?: number): Attempt => ({
  ...(startsAt === undefined ? {} : { startsAt }),
  outcome: { result, reason },
  recorder: new Recorder(),
  skewMs: 0,
});

const run = async (
  pour: Pour,
  t0: number,
  startsAt: number,
  offsetMs: number,
  office: Office,
  edge: DriveEdge,
): Promise<Attempt> => {
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
};

/**
 * Drives start together, but must not all do their accounts at the same instant: on a machine that they share, that
 * delays the users of each. The golden ratio spreads any number of them over the second.
 */
const pulseOffsetMs = ({ phaseIndex, shard, shards }: Assignment): number =>
  (((phaseIndex * shards + shard) * 0.618) % 1) * driving.pulseMs;

/**
 * Each second of the phase: seals what is over, says how it goes, looks for a stop. Nothing here is waited for, so
 * that a slow answer delays neither the next second nor the judgement that nobody answers any more.
 */
const beat = async (
  pour: Pour,
  /** The beginning of the phase's first second, as this drive counts them. */
  originNs: number,
  startMs: number,
  office: Office,
  edge: DriveEdge,
  over: AbortSignal,
): Promise<void> => {
  const { clock } = edge;
  const lookout = watch(pour, office, edge);
  const say = reporter(pour, office, edge);
  const first = Math.floor(startMs / driving.pulseMs);
  // The stop flag is looked at within the first second already, before there is a whole second to report.
  let second = first - 1;
  for (;;) {
    const nextNs = originNs + (second + 1) * driving.pulseMs * 1e6;
    await edge.pause((nextNs - clock.nowNs()) / 1e6, over);
    if (over.aborted) break;
    second = Math.max(second + 1, Math.floor((clock.nowNs() - originNs) / (driving.pulseMs * 1e6)));
    pour.recorder.seal(second);
    pour.recorder.sessions(second, pour.active.sessions);
    if (second > first) void say(second - 1, false);
    lookout();
  }
  await say(Math.floor((clock.nowNs() - originNs) / (driving.pulseMs * 1e6)), true);
};

/** Stops the pour when told to, when nobody can be asked any more, and before the machine does it. */
const watch = (pour: Pour, office: Office, edge: DriveEdge): (() => void) => {
  const { nowNs } = edge.clock;
  let seenNs = nowNs();
  let asking = false;
  const ask = async (): Promise<void> => {
    asking = true;
    const askedNs = nowNs();
    try {
      const reason = await office.halt();
      seenNs = askedNs;
      if (reason !== undefined) pour.stop(reason);
    } catch (error) {
      edge.warn('the stop flag could not be read', error);
    } finally {
      asking = false;
    }
  };
  return () => {
    if (edge.remainingMs() < driving.reserveMs) pour.stop('the function ran out of time');
    else if (nowNs() - seenNs > driving.blindMsMax * 1e6) pour.stop(blind);
    if (!asking) void ask();
  };
};

const blind = `the stop flag could not be read for ${driving.blindMsMax / 1e3} s`;

/** Sends what was measured since the last time; skips a second while the one before is still on its way. */
const reporter = (
  pour: Pour,
  office: Office,
  edge: DriveEdge,
): ((second: number, ended: boolean) => Promise<void>) => {
  let totals = noTotals;
  let sending: Promise<void> | undefined;
  return async (second, ended) => {
    if (ended) await sending;
    else if (sending) return;
    const slice = pour.recorder.live();
    totals = addTotals(totals, totalsOf(slice.counters));
    const live: Live = { second, ended, ...pour.active, totals, slice, notices: pour.notices };
    sending = settled(office.live(live), 'live', edge);
    await sending;
    sending = undefined;
  };
};

/** A report that gets lost is made good by Settle; it must not end the load. */
const settled = async (report: Promise<void>, what: string, edge: DriveEdge): Promise<void> => {
  try {
    await report;
  } catch (error) {
    edge.warn(`a report was lost: ${what}`, error);
  }
};
