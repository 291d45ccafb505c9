import { pacing } from '../planning/pacing/limits.ts';
import { patienceEnd, startOf } from './instants.ts';
import { conducting } from './limits.ts';
import { type ConductorState, type Counted, nodeAt, type PhaseState } from './state.ts';

/**
 * The state of a phase after its drives were counted. The conductor waits for all drives. When the longest
 * wait is over, or when the other drives are lost, nearly all drives are enough. With fewer, the phase fails
 * before it sends anything, because its load would not be the planned load.
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

/**
 * Fails a phase whose ready drives no drive has counted, although the wait for them ended `countMsMax` ago.
 */
export const uncounted = (state: ConductorState, index: number, phase: PhaseState): PhaseState =>
  isWaiting(phase) && state.at >= waitEnd(state, index, phase) + conducting.countMsMax
    ? { ...phase, failed: tooFew(0, nodeAt(state, index).shards) }
    : phase;

/** The fewest drives of a phase that must be ready, so that the phase can start. */
export const quorumOf = (shards: number): number => Math.ceil((shards * conducting.quorumPercent) / 100);

/** True for a phase that was released, and whose drives are not all ready. */
export const isWaiting = (
  phase: PhaseState,
): phase is PhaseState & { readonly status: 'SCHEDULED'; readonly readyAt?: undefined } =>
  phase.status === 'SCHEDULED' &&
  phase.t0 === undefined &&
  phase.readyAt === undefined &&
  phase.failed === undefined;

/** The latest instant until which the conductor waits for all drives of a phase, in epoch milliseconds. */
function waitEnd(state: ConductorState, index: number, phase: PhaseState): number {
  const { origin, gatheringSince, at, readyMs = pacing.readyMsMax } = state;
  if (origin === undefined) return (gatheringSince ?? at) + readyMs;
  const start = startOf(state, index, 'decided') ?? startOf(state, index, 'expected');
  return start === undefined ? Number.POSITIVE_INFINITY : patienceEnd(state, phase, start);
}

const tooFew = (ready: number, shards: number, why?: string): string =>
  (shards === 1
    ? 'the load generator was not ready in time, so nothing was sent'
    : `only ${ready} of ${shards} shards were ready in time, so nothing was sent`) +
  (why === undefined ? '' : `: ${why}`);
