import type { GraphPhase } from '../model/plan.ts';
import { pacing } from '../planning/pacing/limits.ts';
import { conducting } from './limits.ts';
import { type ConductorState, nodeAt, type PhaseState, phaseAt } from './state.ts';

/**
 * `decided`: an instant follows only from T0s that are decided. `expected`: it may also follow from expected
 * T0s, as if no phase is late.
 */
export type Certainty = 'decided' | 'expected';

/** The earliest start of a phase, in epoch milliseconds. Undefined while a condition has no known instant. */
export function startOf(state: ConductorState, index: number, certainty: Certainty): number | undefined {
  const node = nodeAt(state, index);
  if (state.origin === undefined) return undefined;
  return latest([
    state.origin + node.startTimeMs,
    ...node.startAfter.map((before) => finishOf(state, before, certainty)),
    ...node.startAfterStrict.map((before) => endOf(state, before)),
    ...startsBeside(state, node, certainty),
  ]);
}

/**
 * The instants after which a phase with `startWith` may start. A referenced phase that ended without a start
 * counts from its end.
 */
function startsBeside(
  state: ConductorState,
  { startWith }: GraphPhase,
  certainty: Certainty,
): readonly (number | undefined)[] {
  return (startWith?.phases ?? []).map((index) => {
    const { t0, expectedAt, endedAt } = phaseAt(state, index);
    const begin = t0 ?? endedAt ?? (certainty === 'expected' ? expectedAt : undefined);
    return begin === undefined ? undefined : begin + (startWith?.delayMs ?? 0);
  });
}

/**
 * The known or past finish of a phase, in epoch milliseconds. A cancelled phase finishes at its cancellation.
 */
export function finishOf(
  state: ConductorState,
  index: number,
  certainty: Certainty = 'decided',
): number | undefined {
  const phase = phaseAt(state, index);
  if (phase.status === 'CANCELLED') return phase.endedAt;
  return phase.finishedAt ?? knownFinish(state, index, certainty);
}

/**
 * The termination of a phase, in epoch milliseconds. It is known ahead only for a noop phase, which has no
 * users to wait for.
 */
export function endOf(state: ConductorState, index: number): number | undefined {
  const phase = phaseAt(state, index);
  const node = nodeAt(state, index);
  if (phase.endedAt !== undefined) return phase.endedAt;
  if (!node.noop || phase.t0 === undefined) return undefined;
  return latest([finishOf(state, index), ...node.covers.map((covered) => endOf(state, covered))]);
}

/** The finish of a scheduled phase: T0 + duration. Undefined when either is unknown. */
export function knownFinish(
  state: ConductorState,
  index: number,
  certainty: Certainty = 'decided',
): number | undefined {
  const { t0, expectedAt } = phaseAt(state, index);
  const { durationMs } = nodeAt(state, index);
  const begin = t0 ?? (certainty === 'expected' ? expectedAt : undefined);
  return begin === undefined || durationMs === undefined ? undefined : begin + durationMs;
}

const latest = (instants: readonly (number | undefined)[]): number | undefined =>
  instants.reduce((a, b) => (a === undefined || b === undefined ? undefined : Math.max(a, b)));

export const startsAtOrigin = (node: GraphPhase): boolean =>
  !node.noop && node.startTimeMs === 0 && waitsForNobody(node) && node.startWith === undefined;

const waitsForNobody = ({ startAfter, startAfterStrict }: GraphPhase): boolean =>
  startAfter.length === 0 && startAfterStrict.length === 0;

/**
 * The phases that must be ready when one of these phases starts: these phases, and those with a `startWith`
 * to them. Phases whose delay is longer than the lead are left out.
 */
export function companions(
  { graph, leadMs }: Pick<ConductorState, 'graph' | 'leadMs'>,
  indexes: readonly number[],
): readonly number[] {
  const found = new Set(indexes);
  // The loop also visits the phases that it adds to the set.
  for (const index of found)
    for (const [other, node] of graph.entries()) {
      const { startWith } = node;
      if (node.noop || startWith === undefined || startWith.delayMs > leadMs || !waitsForNobody(node))
        continue;
      if (startWith.phases.includes(index)) found.add(other);
    }
  return [...found];
}

/**
 * The end of the wait for the drives of a phase with a known start, in epoch milliseconds. Drives that are
 * not ready can delay the start only until then.
 */
export const patienceEnd = (
  { graceMs = pacing.readyGraceMs }: Pick<ConductorState, 'graceMs'>,
  { expectedAt }: PhaseState,
  start: number,
): number => Math.max(start, expectedAt ?? start) + graceMs;

/**
 * A phase this close to its T0 counts as started. Drives read the state for the last time after that instant.
 * Milliseconds.
 */
export const cancelMarginMs = (leadMs: number): number => Math.min(conducting.cancelMarginMs, leadMs / 2);

/**
 * A start within this time, in milliseconds, is decided now. Otherwise the next call of `AwaitStart` by the
 * waiting phase could come too late for it.
 */
export const horizonMs = ({ leadMs, launchMs = 0 }: Pick<ConductorState, 'leadMs' | 'launchMs'>): number =>
  conducting.horizonMs + leadMs + launchMs;

/** Milliseconds between two reads of the state by a waiting drive. */
export const lookMs = (drives: number): number =>
  Math.min(Math.max(conducting.lookMsDrive * drives, conducting.lookMsMin), conducting.lookMsMax);

/**
 * True when waiting drives read the state so often that an old answer would make a drive miss the start (T0).
 * Such drives use consistent reads. Only a burst with few drives reads so often.
 */
export const looksOften = (drives: number): boolean => lookMs(drives) < conducting.lookMsMax;

/**
 * Milliseconds from the decision to start until the start (T0). In this time every waiting drive reads the
 * state and prepares to start. A single drive makes the decision itself, and does not read it.
 */
export const startMarginMs = (drives: number, areAfar = false): number =>
  conducting.startMarginMs +
  (drives > 1 || areAfar ? 2 * lookMs(drives) : 0) +
  (areAfar ? conducting.afarMarginMs : 0);

/** The start margin of one phase of a graph, in milliseconds. */
export const startMarginOf = ({ shards, afar }: GraphPhase): number =>
  startMarginMs(shards, afar !== undefined);
