import type { BurstState } from '../../lib/api.generated.ts';

/** The states in which a burst can end. */
export type FinalState = Exclude<BurstState, 'planning' | 'running' | 'merging'>;

export function isFinal(state: BurstState): state is FinalState {
  return state !== 'planning' && state !== 'running' && state !== 'merging';
}
