import { turnsMs } from '../planning/pacing/pace.ts';
import { conducting } from './limits.ts';
import { isOver } from './replies.ts';
import { type ConductorState, nodeAt, type PhaseState } from './state.ts';

/**
 * True for a burst that is stopped or over, and whose state machine would nevertheless wait: for the wake-up
 * of drives that were released ahead of their start, or of a later segment. Nothing can call back a state
 * that waits for an instant, so another execution carries such a burst to its end.
 */
export const endsLate = (state: ConductorState, now: number): boolean =>
  (state.stop !== undefined || isOver(state)) && lastWake(state) > now + conducting.endSlackMs;

/**
 * The latest instant for which a state of the machine waits, as far as it has received one. Epoch
 * milliseconds.
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
