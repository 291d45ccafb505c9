import { turnsMs } from '../planning/pacing/lead-time.ts';
import { conducting } from './limits.ts';
import { isOver } from './replies.ts';
import { type ConductorState, nodeAt, type PhaseState } from './state.ts';

/**
 * True for a burst that is stopped or over while its state machine still waits. The state machine may wait
 * for the wake-up of drives, or for a later segment. A wait of the state machine cannot be cut short, so a
 * second execution of the state machine ends such a burst.
 */
export const endsLate = (state: ConductorState, now: number): boolean =>
  (state.stop !== undefined || isOver(state)) && lastWake(state) > now + conducting.endSlackMs;

/**
 * The latest instant for which a state of the state machine waits, in epoch milliseconds. States that still
 * wait for a reply from the conductor do not count.
 */
export const lastWake = (state: ConductorState): number =>
  Math.max(0, ...state.phases.map((phase, index) => wakeOf(state, phase, index)));

function wakeOf(state: ConductorState, phase: PhaseState, index: number): number {
  const { answered, expectedAt, t0, wakesAt } = phase;
  if (!answered || expectedAt === undefined) return 0;
  const node = nodeAt(state, index);
  const { noop, durationMs = 0, segments, segmentMs } = node;
  if (noop) return (t0 ?? expectedAt) + durationMs;
  return (wakesAt ?? expectedAt - state.leadMs) + (segments - 1) * segmentMs + turnsMs(node);
}
