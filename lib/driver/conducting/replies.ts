import { pacing } from '../planning/pacing/limits.ts';
import { cancelMarginMs, horizonMs, lookMs, patienceEnd, startOf } from './instants.ts';
import { conducting } from './limits.ts';
import { type Command, type ConductorState, nodeAt, type PhaseState, phaseAt } from './state.ts';

/**
 * The replies that the conductor owes to waiting states of the state machine, as commands. They are computed
 * from the state.
 */
export const commandsDue = (state: ConductorState): readonly Command[] =>
  state.phases.flatMap((phase, index) => commandDue(state, phase, index));

/**
 * True when the conductor has decided about a phase. The waiting state of the state machine can then get its
 * reply.
 */
export const hasReply = (state: ConductorState, index: number): boolean =>
  commandDue(state, { ...phaseAt(state, index), token: '' }, index).length > 0;

function commandDue(state: ConductorState, phase: PhaseState, index: number): readonly Command[] {
  const { token, answered } = phase;
  if (token === undefined || answered || phase.status === 'NOT_STARTED') return [];
  if (phase.status === 'CANCELLED')
    return [{ type: 'cancel', phase: index, token, reason: cancelReason(state) }];
  const { noop, durationMs = 0, leadMs = state.leadMs } = nodeAt(state, index);
  const start = phase.t0 ?? phase.expectedAt;
  if (!noop && phase.status === 'TERMINATED') return [{ type: 'over', phase: index, token }];
  if (!noop) return [{ type: 'release', phase: index, token, wakeAt: phase.wakesAt ?? start - leadMs }];
  const finishAt = phase.finishedAt ?? start + durationMs;
  // The reply for a noop phase (which sends nothing) is sent only shortly before its end. The state machine
  // then pauses until the end, and cannot stop a long pause.
  if (finishAt - state.at > horizonMs(state)) return [];
  return [{ type: 'release-noop', phase: index, token, finishAt }];
}

function cancelReason(state: ConductorState): string {
  if (state.stop) return state.stop.reason;
  const failed = state.phases.findIndex((phase) => phase.failed !== undefined);
  return failed < 0 ? 'cancelled' : `phase ${nodeAt(state, failed).name} failed`;
}

/**
 * The reason why drives of this phase must not send. Undefined when they may send. Drives ask just before T0
 * and twice a second.
 */
export function stopReason(state: ConductorState, index: number): string | undefined {
  if (state.stop) return state.stop.reason;
  const phase = phaseAt(state, index);
  // A phase that failed before its start, for example because a drive could not reach the target, does not
  // start at all.
  if (phase.failed !== undefined && phase.t0 === undefined)
    return `phase ${nodeAt(state, index).name} failed before its start: ${phase.failed.slice(0, 200)}`;
  return phase.status === 'CANCELLED' ? cancelReason(state) : undefined;
}

/** The reply to a drive that is ready and asks for its start. */
export type Start =
  /**
   * The drive starts at `t0`. At `lookAt` it reads once more whether it must stop, after the last instant at
   * which the phase may be cancelled.
   */
  | { readonly kind: 'start'; readonly t0: number; readonly lookAt: number }
  | { readonly kind: 'stop'; readonly reason: string }
  /**
   * The drive asks again after `ms` milliseconds. From `tickAt` on, it counts the ready drives and reports
   * their number to the conductor instead. That ends the wait for the other drives.
   */
  | { readonly kind: 'wait'; readonly ms: number; readonly tickAt: number };

export function startFor(state: ConductorState, index: number): Start {
  const reason = stopReason(state, index);
  if (reason !== undefined) return { kind: 'stop', reason };
  const phase = phaseAt(state, index);
  const { t0 } = phase;
  if (t0 !== undefined) return startAt(state, t0);
  const start = startOf(state, index, 'expected');
  const tickAt =
    state.origin === undefined
      ? (state.gatheringSince ?? state.at) + (state.readyMs ?? pacing.readyMsMax)
      : patienceEnd(state, phase, start ?? state.at);
  return { kind: 'wait', ms: lookMs(nodeAt(state, index).shards), tickAt };
}

/**
 * The reply to a drive that finds no start signal yet, so it has to ask again. A drive may be ready before
 * the start signal of its phase is stored.
 */
export const startUnknown = (shards: number, now: number): Start => ({
  kind: 'wait',
  ms: lookMs(shards),
  tickAt: now + pacing.readyMsMax,
});

/**
 * Milliseconds after `tickAt` at which a drive counts the ready drives and reports their number. Each drive
 * has another delay, so that not all report at one instant.
 */
export const tickTurnMs = (shard: number): number =>
  Math.min(shard * conducting.tickTurnMs, conducting.tickTurnMsMax);

export const startAt = ({ leadMs }: Pick<ConductorState, 'leadMs'>, t0: number): Start => ({
  kind: 'start',
  t0,
  lookAt: t0 - cancelMarginMs(leadMs) * 0.6,
});

/** The status of a phase for people: a SCHEDULED phase becomes RUNNING at T0. */
export const statusAt = (phase: PhaseState, at: number): PhaseState['status'] | 'RUNNING' =>
  phase.status === 'SCHEDULED' && phase.t0 !== undefined && phase.t0 <= at ? 'RUNNING' : phase.status;

/** True when no phase is at work and no phase will start any more. */
export const isOver = (state: ConductorState): boolean =>
  state.phases.every(({ status }) => status === 'TERMINATED' || status === 'CANCELLED');
