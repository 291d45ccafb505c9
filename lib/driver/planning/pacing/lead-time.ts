import {
  type Bucket,
  ecsQuotas,
  lambdaQuotas,
  type RegionClass,
  stepFunctionsQuotas,
} from '../../../quotas.ts';
import type { GraphPhase, Turns } from '../../model/plan.ts';
import { pacing } from './limits.ts';
import { jitterMs } from './write-jitter.ts';

/** How early drives are called, and how long a phase waits for them, in milliseconds. */
export type Pace = {
  /**
   * Milliseconds from the wake-up of a drive to the start of its segment, when the start is known in advance.
   */
  readonly leadMs: number;
  /** Milliseconds from the release of a phase until all its drives are started and sleep. */
  readonly launchMs: number;
  /** The most milliseconds that the first phases of a burst wait until all their drives are ready. */
  readonly readyMs: number;
  /**
   * The most milliseconds by which drives that are not ready delay a phase whose start is known in advance.
   */
  readonly graceMs: number;
};

/**
 * A call of drives that wake together: their number, the environments that exist for them already, and the
 * region, whose quotas apply.
 */
export type Call = {
  readonly drives: number;
  /** The number of warm environments: those that earlier drives have left. Absent: 0. */
  readonly warm?: number;
  readonly region: RegionClass;
  /** The drives are tasks of Fargate, which are never warm. Absent: they are Lambda functions. */
  readonly areTasks?: boolean;
};

/**
 * How early the drives of a call are called. Until a drive sleeps, Step Functions needs some state
 * transitions, and one more to invoke its function. Lambda gives the function a thousand new environments at
 * once, and a thousand more every ten seconds. Warm environments do not count. Transitions and environments
 * proceed at the same time, so the slower of them counts.
 *
 * @param leadMs the lead of the deployment, which replaces the lead that follows from the call.
 */
export function paceOf(call: Call, leadMs?: number): Pace {
  const { drives, region, areTasks = false } = call;
  const { transitions } = stepFunctionsQuotas.rates[region];
  const launchMs = drained(drives * pacing.launchTransitions, transitions);
  return {
    leadMs: leadMs ?? leadFor(call),
    launchMs,
    // The wait is twice as long as the documented quotas need. So an account with half of these quotas also
    // starts, only later.
    readyMs: (areTasks ? pacing.taskReadyMsMax : pacing.readyMsMax) + 2 * Math.max(launchMs, wakingMs(call)),
    graceMs: areTasks
      ? pacing.taskGraceMs + wakingMs(call)
      : pacing.readyGraceMs + Math.max(wakingMs(call), refillMs(call)),
  };
}

/**
 * The lead of a call in milliseconds. In this time the environments start, and the drives read the plan and
 * open their connections.
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
 * The turns in which the drives of a phase wake, when there are more drives than Lambda gives environments at
 * once. The drives wake one after the other as they get environments. Lambda would refuse an earlier call,
 * and each retry costs money. ECS also limits how fast it starts tasks. Undefined when all drives get an
 * environment at once.
 *
 * @param concurrent number of phases that may wake at the same time, including this one. Each has an equal
 * part.
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
 * Milliseconds until Lambda has given an environment to each drive of a call. Here no environment is warm,
 * and the thousand that Lambda gives at once are already used.
 */
const refillMs = ({ drives }: Call): number =>
  Math.ceil((drives * lambdaQuotas.scaling.everyMs) / lambdaQuotas.scaling.environments);

/**
 * Milliseconds until a token bucket that was full at first has given this number of tokens, rounded up. AWS
 * limits calls by token buckets.
 */
const drained = (tokens: number, { size, perSec }: Bucket): number =>
  Math.ceil((Math.max(0, tokens - size) * 1_000) / perSec);

/**
 * The number of environments that earlier phases have left when the drives of this phase wake. The phases
 * directly before it are then still at work, unless this phase waits for their last users. The phases before
 * those are over.
 */
export function warmFor(graph: readonly GraphPhase[], index: number): number {
  const node = graph[index];
  if (node === undefined) return 0;
  const over = new Set(node.startAfterStrict);
  for (const before of [...node.startAfter, ...node.startAfterStrict]) {
    const { startAfter = [], startAfterStrict = [] } = graph[before] ?? {};
    for (const earlier of [...startAfter, ...startAfterStrict]) over.add(earlier);
  }
  // The loop also visits the phases that it adds to the set.
  for (const each of over) {
    const { startAfter = [], startAfterStrict = [] } = graph[each] ?? {};
    for (const earlier of [...startAfter, ...startAfterStrict]) over.add(earlier);
  }
  return Math.max(0, ...[...over].map((each) => graph[each]?.shards ?? 0));
}
