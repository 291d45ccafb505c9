import {
  type Bucket,
  ecsQuotas,
  lambdaQuotas,
  type RegionClass,
  stepFunctionsQuotas,
} from '../../../quotas.ts';
import type { GraphPhase, Turns } from '../../model/plan.ts';
import { jitterMs } from './jitter.ts';
import { pacing } from './limits.ts';

/** The lead with which drives are called, and the time that a phase waits for them, in milliseconds. */
export type Pace = {
  /** From the wake-up of a drive to the start of its segment, when the start is known in advance. */
  readonly leadMs: number;
  /** From the release of a phase until its drives sleep. */
  readonly launchMs: number;
  /** Phases that begin a burst wait this long for the drives of all of them to be ready. */
  readonly readyMs: number;
  /** A phase with a known start is held up this long by drives that are not ready. */
  readonly graceMs: number;
};

/** Drives that wake together, how many environments are there for them already, and what the region gives. */
export type Call = {
  readonly drives: number;
  /** Absent: none. */
  readonly warm?: number;
  readonly region: RegionClass;
  /** The drives are tasks of Fargate, which are never warm. Absent: they are functions. */
  readonly areTasks?: boolean;
};

/**
 * A drive takes some transitions until it sleeps, and one to be invoked. Its function gets a thousand
 * environments at once and a thousand more each ten seconds, those that are there aside. Both happen side by
 * side, so the slower one counts.
 *
 * @param leadMs what the deployment says instead of the lead that follows from the call.
 */
export function paceOf(call: Call, leadMs?: number): Pace {
  const { drives, region, areTasks = false } = call;
  const { transitions } = stepFunctionsQuotas.rates[region];
  const launchMs = drained(drives * pacing.launchTransitions, transitions);
  return {
    leadMs: leadMs ?? leadFor(call),
    launchMs,
    // Twice: an account with half of the documented quotas starts too, only later.
    readyMs: (areTasks ? pacing.taskReadyMsMax : pacing.readyMsMax) + 2 * Math.max(launchMs, wakingMs(call)),
    graceMs: areTasks
      ? pacing.taskGraceMs + wakingMs(call)
      : pacing.readyGraceMs + Math.max(wakingMs(call), refillMs(call)),
  };
}

/**
 * From waking to the start: the environments have to come up, the plan to be read, the connections to be
 * opened.
 */
export const leadFor = (call: Call): number => usualLeadMs(call) + wakingMs(call);

function usualLeadMs({ drives, warm = 0, areTasks = false }: Call): number {
  if (areTasks) return pacing.taskLeadMs;
  return drives > warm ? pacing.leadMs : pacing.warmLeadMs;
}

function wakingMs(call: Call): number {
  const { drives, region } = call;
  const { transitions } = stepFunctionsQuotas.rates[region];
  const { atOnce, everyMs } = turnsOf(call, 1) ?? { atOnce: drives, everyMs: 0 };
  return Math.max(drained(drives, transitions), (drives - atOnce) * everyMs) + jitterMs(drives);
}

/**
 * Turns of drives of a phase with more drives than environments at once. The drives wake one after the other
 * as they get environments: Lambda would refuse a call that comes earlier, and each retry costs money.
 * ECS starts tasks likewise. Undefined: all drives get an environment.
 *
 * @param concurrent number of phases that may wake at the same time, with this one. Each has an equal part.
 */
export function turnsOf(
  { drives, warm = 0, areTasks = false }: Omit<Call, 'region'>,
  concurrent: number,
): Turns | undefined {
  if (areTasks) return taskTurns(drives, concurrent);
  const { environments, everyMs } = lambdaQuotas.scaling;
  if (drives <= environments + warm) return undefined;
  return {
    atOnce: Math.floor((environments + warm - pacing.turnsReserve) / concurrent),
    everyMs: (concurrent * everyMs) / environments,
  };
}

function taskTurns(drives: number, concurrent: number): Turns | undefined {
  const { size, perSec } = ecsQuotas.runTask;
  if (drives <= size) return undefined;
  return { atOnce: Math.max(1, Math.floor(size / concurrent)), everyMs: (concurrent * 1_000) / perSec };
}

/** Milliseconds from the wake-up of the first drive of a segment to that of the last. */
export const turnsMs = ({ shards, turns }: Pick<GraphPhase, 'shards' | 'turns'>): number =>
  turns === undefined ? 0 : Math.max(0, shards - turns.atOnce) * turns.everyMs;

/**
 * Milliseconds until Lambda gives environments to all drives of a call that gets no warm ones, and no new
 * ones at once.
 */
const refillMs = ({ drives }: Call): number =>
  Math.ceil((drives * lambdaQuotas.scaling.everyMs) / lambdaQuotas.scaling.environments);

/** Milliseconds until this number of tokens can be taken from a full bucket, rounded up. */
const drained = (tokens: number, { size, perSec }: Bucket): number =>
  Math.ceil((Math.max(0, tokens - size) * 1_000) / perSec);

/**
 * Environments that an earlier phase has left when the drives of this one wake. The phases right before it
 * are still at work then, unless it waits for their last users; those before them are over.
 */
export function warmFor(graph: readonly GraphPhase[], index: number): number {
  const node = graph[index];
  if (node === undefined) return 0;
  const over = new Set(node.startAfterStrict);
  for (const before of [...node.startAfter, ...node.startAfterStrict]) {
    const { startAfter = [], startAfterStrict = [] } = graph[before] ?? {};
    for (const earlier of [...startAfter, ...startAfterStrict]) over.add(earlier);
  }
  // The set grows while it is walked.
  for (const each of over) {
    const { startAfter = [], startAfterStrict = [] } = graph[each] ?? {};
    for (const earlier of [...startAfter, ...startAfterStrict]) over.add(earlier);
  }
  return Math.max(0, ...[...over].map((each) => graph[each]?.shards ?? 0));
}
