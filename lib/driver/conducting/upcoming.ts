import { companions, horizonMs, startOf, startsAtOrigin } from './instants.ts';
import { hasReply } from './replies.ts';
import { type ConductorState, nodeAt, phaseAt } from './state.ts';

/** The phases that could start now, and the states that may wait for them. */

/** No phase may start any more. */
export const forbidsStarts = (state: ConductorState): boolean =>
  state.stop !== undefined ||
  (state.failurePolicy === 'CANCEL' && state.phases.some((phase) => phase.failed !== undefined));

/** The phases that begin the burst, and those that start with them. */
export const initialPhases = (state: ConductorState): readonly number[] =>
  companions(
    state,
    [...state.graph.keys()].filter((index) => startsAtOrigin(nodeAt(state, index))),
  );

/** True when the drives of a phase must wake, if a state waits with them. */
export function isUpcoming(state: ConductorState, index: number): boolean {
  const start = expectedStart(state, index);
  return start !== undefined && start - state.at <= horizonMs(state) && !forbidsStarts(state);
}

/** Phases that begin the burst wake at once, because their time to get ready is not known. */
export function expectedStart(state: ConductorState, index: number): number | undefined {
  const node = nodeAt(state, index);
  if (state.origin !== undefined) return startOf(state, index, 'expected');
  if (startsAtOrigin(node)) return state.at;
  return node.startWith !== undefined && initialPhases(state).includes(index) ? state.at : undefined;
}

/**
 * The phases that a state may wait for with a token that is not registered, and that have a reply now: phases
 * that could start, and phases that had no reply in `before`.
 */
export const unregistered = (before: ConductorState, after: ConductorState): readonly number[] =>
  [...after.phases.keys()].filter((index) => {
    const { token, answered, status } = phaseAt(after, index);
    if (token !== undefined || answered) return false;
    if (status === 'NOT_STARTED') return !nodeAt(after, index).noop && isUpcoming(after, index);
    return hasReply(after, index) && !hasReply(before, index);
  });
