import { pacing } from '../planning/pacing/limits.ts';
import { patienceEnd, startOf } from './instants.ts';
import { conducting } from './limits.ts';
import { type ConductorState, type Counted, nodeAt, type PhaseState } from './state.ts';

/**
 * A phase whose drives were counted. All of them are waited for; when the wait is over, or when the rest is
 * gone, nearly all are enough. With fewer the phase fails before anything is sent: what it would measure is
 * not what was asked for.
 */
export function counted(
  state: ConductorState,
  index: number,
  phase: PhaseState,
  { ready, gone, why }: Counted,
): PhaseState {
  if (!isWaiting(phase)) return phase;
  const { shards } = nodeAt(state, index);
  if (ready + gone < shards && state.at < waitEnd(state, index, phase)) return phase;
  if (ready >= quorumOf(shards)) return { ...phase, readyAt: state.at };
  return { ...phase, failed: tooFew(ready, shards, why) };
}

/** A phase that nobody has counted although the wait for its drives is over for some time. */
export const uncounted = (state: ConductorState, index: number, phase: PhaseState): PhaseState =>
  isWaiting(phase) && state.at >= waitEnd(state, index, phase) + conducting.countMsMax
    ? { ...phase, failed: tooFew(0, nodeAt(state, index).shards) }
    : phase;

/** So many of the drives of a phase have to be ready. */
export const quorumOf = (shards: number): number => Math.ceil((shards * conducting.quorumPercent) / 100);

/** A phase that was released and waits for its drives. */
export const isWaiting = (
  phase: PhaseState,
): phase is PhaseState & { readonly status: 'SCHEDULED'; readonly readyAt?: undefined } =>
  phase.status === 'SCHEDULED' &&
  phase.t0 === undefined &&
  phase.readyAt === undefined &&
  phase.failed === undefined;

/** Until when a phase waits for all of its drives, epoch milliseconds. */
function waitEnd(state: ConductorState, index: number, phase: PhaseState): number {
  const { origin, gatheringSince, at, readyMs = pacing.readyMsMax } = state;
  if (origin === undefined) return (gatheringSince ?? at) + readyMs;
  const start = startOf(state, index, 'decided') ?? startOf(state, index, 'expected');
  return start === undefined ? Number.POSITIVE_INFINITY : patienceEnd(state, phase, start);
}

const tooFew = (ready: number, shards: number, why?: string): string =>
  (shards === 1
    ? 'its drive was not ready in time, so nothing was sent'
    : `only ${ready} of ${shards} shards were ready in time, so nothing was sent`) +
  (why === undefined ? '' : `: ${why}`);
