import { conducting } from '../limits.ts';
import { cancelMarginMs, horizonMs, lookMs, patienceEnd, startOf } from './instants.ts';
import type { Command, ConductorState, PhaseState } from './state.ts';

/** Everything decided that a waiting state has not been told yet: the outbox, computed. */
export const commandsDue = (state: ConductorState): readonly Command[] =>
  state.phases.flatMap((phase, index) => commandDue(state, phase, index));

function commandDue(state: ConductorState, phase: PhaseState, index: number): readonly Command[] {
  const { token, told } = phase;
  if (token === undefined || told || phase.status === 'NOT_STARTED') return [];
  if (phase.status === 'CANCELLED')
    return [{ type: 'cancel', phase: index, token, reason: haltReason(state) }];
  const { noop, durationMs = 0 } = state.graph[index];
  if (!noop)
    return [{ type: 'release', phase: index, token, wakeAt: (phase.t0 ?? phase.expectedAt!) - state.leadMs }];
  const finishAt = phase.finishedAt ?? phase.t0! + durationMs;
  // Let go only shortly before its end: a long pause must not outlive a stop.
  if (finishAt - state.at > horizonMs(state.leadMs)) return [];
  return [{ type: 'release-noop', phase: index, token, finishAt }];
}

function haltReason(state: ConductorState): string {
  if (state.stop) return state.stop.reason;
  const failed = state.phases.findIndex((phase) => phase.failed !== undefined);
  return failed < 0 ? 'cancelled' : `phase ${state.graph[failed].name} failed`;
}

/** Why a drive of this phase must not send, or undefined when it may. What drives ask just before T0 and each second. */
export function haltFor(state: ConductorState, index: number): string | undefined {
  if (state.stop) return state.stop.reason;
  const phase = state.phases[index];
  // A phase that failed before its start, because a drive could not reach the target, does not start at all.
  if (phase?.failed !== undefined && phase.t0 === undefined)
    return `phase ${state.graph[index].name} failed before its start`;
  return phase?.status === 'CANCELLED' ? haltReason(state) : undefined;
}

/** What a drive that is ready is told when it asks for its start. */
export type Start =
  /** Look once more for a stop at `lookAt`: after the last instant at which the phase may be cancelled. */
  | { readonly kind: 'start'; readonly t0: number; readonly lookAt: number }
  | { readonly kind: 'halt'; readonly reason: string }
  /** Ask again in so many milliseconds; from `tickAt` on with a Tick, which ends the wait for others. */
  | { readonly kind: 'wait'; readonly ms: number; readonly tickAt: number };

export function startFor(state: ConductorState, index: number): Start {
  const reason = haltFor(state, index);
  if (reason !== undefined) return { kind: 'halt', reason };
  const phase = state.phases[index];
  const { t0 } = phase;
  if (t0 !== undefined) return { kind: 'start', t0, lookAt: t0 - cancelMarginMs(state.leadMs) * 0.6 };
  const start = startOf(state, index, 'expected');
  const tickAt =
    state.origin === undefined
      ? (state.gatheringSince ?? state.at) + conducting.readyMsMax
      : patienceEnd(phase, start ?? state.at);
  return { kind: 'wait', ms: lookMs(state.graph[index].shards), tickAt };
}

/** The status that people see: SCHEDULED turns into RUNNING at T0. */
export const statusAt = (phase: PhaseState, at: number): PhaseState['status'] | 'RUNNING' =>
  phase.status === 'SCHEDULED' && phase.t0 !== undefined && phase.t0 <= at ? 'RUNNING' : phase.status;

/** Nothing is at work and nothing will start any more. */
export const isOver = (state: ConductorState): boolean =>
  state.phases.every(({ status }) => status === 'TERMINATED' || status === 'CANCELLED');
