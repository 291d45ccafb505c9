import { companions, horizonMs, startOf, startsAtOrigin } from './instants.ts';
import { hasReply } from './replies.ts';
import { type ConductorState, nodeAt, phaseAt } from './state.ts';

/**
 * This file finds the phases that could start now, and those for which a state of the state machine may wait.
 */

/** True when no further phase may start, because of a stop or a failure. */
export const forbidsStarts = (state: ConductorState): boolean =>
  state.stop !== undefined ||
  (state.failurePolicy === 'CANCEL' && state.phases.some((phase) => phase.failed !== undefined));

/** The phases that begin the burst, and the phases that start with them. */
export const initialPhases = (state: ConductorState): readonly number[] =>
  companions(
    state,
    [...state.graph.keys()].filter((index) => startsAtOrigin(nodeAt(state, index))),
  );

/**
 * True when the drives of a phase have to wake now. This function does not check whether a state of the state
 * machine waits for the phase.
 */
export function isUpcoming(state: ConductorState, index: number): boolean {
  const start = expectedStart(state, index);
  return start !== undefined && start - state.at <= horizonMs(state) && !forbidsStarts(state);
}

/**
 * The expected start of a phase in epoch milliseconds. Phases that begin the burst wake at once, because
 * Downpour does not know how long they need to get ready.
 */
export function expectedStart(state: ConductorState, index: number): number | undefined {
  const node = nodeAt(state, index);
  if (state.origin !== undefined) return startOf(state, index, 'expected');
  if (startsAtOrigin(node)) return state.at;
  return node.startWith !== undefined && initialPhases(state).includes(index) ? state.at : undefined;
}

/**
 * The phases that the conductor can answer now, although it does not know their task tokens yet. These are
 * the phases that could start, and the phases that could not be answered in `before`. A state of the state
 * machine may already wait for each.
 */
export const unregistered = (before: ConductorState, after: ConductorState): readonly number[] =>
  [...after.phases.keys()].filter((index) => {
    const { token, answered, status } = phaseAt(after, index);
    if (token !== undefined || answered) return false;
    if (status === 'NOT_STARTED') return !nodeAt(after, index).noop && isUpcoming(after, index);
    return hasReply(after, index) && !hasReply(before, index);
  });
