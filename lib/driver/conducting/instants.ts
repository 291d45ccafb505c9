import type { GraphPhase } from '../model/plan.ts';
import { pacing } from '../planning/pacing/limits.ts';
import { conducting } from './limits.ts';
import { type ConductorState, nodeAt, type PhaseState, phaseAt } from './state.ts';

/** `expected`: the instant also follows from T0s that are not decided yet, if no phase is late. */
export type Certainty = 'decided' | 'expected';

/** Earliest start of a phase, epoch milliseconds; undefined while a condition's instant is unknown. */
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
 * The instants that a phase with `startWith` starts after. A phase that ends without a start counts from its
 * end.
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
 * The known or past finish of a phase, epoch milliseconds. A cancelled phase counts from its cancellation.
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
 * The termination of a phase, epoch milliseconds; known ahead only for a noop phase, which has no users to
 * wait for.
 */
export function endOf(state: ConductorState, index: number): number | undefined {
  const phase = phaseAt(state, index);
  const node = nodeAt(state, index);
  if (phase.endedAt !== undefined) return phase.endedAt;
  if (!node.noop || phase.t0 === undefined) return undefined;
  return latest([finishOf(state, index), ...node.covers.map((covered) => endOf(state, covered))]);
}

/** T0 + duration of a scheduled phase. */
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
 * The phases that start with one of these, near and far, so soon that they have to be ready when it starts:
 * these, and all whose delays are within the lead.
 */
export function companions(
  { graph, leadMs }: Pick<ConductorState, 'graph' | 'leadMs'>,
  indexes: readonly number[],
): readonly number[] {
  const found = new Set(indexes);
  // The set grows while it is walked.
  for (const index of found)
    for (const [other, node] of graph.entries()) {
      const { startWith } = node;
      if (node.noop || startWith === undefined || startWith.delayMs > leadMs || !waitsForNobody(node))
        continue;
      if (startWith.phases.includes(index)) found.add(other);
    }
  return [...found];
}

/** A phase with a known start is held up for a bounded time only by drives that are not ready. */
export const patienceEnd = (
  { graceMs = pacing.readyGraceMs }: Pick<ConductorState, 'graceMs'>,
  { expectedAt }: PhaseState,
  start: number,
): number => Math.max(start, expectedAt ?? start) + graceMs;

/**
 * A phase this close to its T0 counts as started: drives take their last look at the state after that
 * instant.
 */
export const cancelMarginMs = (leadMs: number): number => Math.min(conducting.cancelMarginMs, leadMs / 2);

/** A start this near is decided now, so that the next tick of a waiting phase cannot come too late for it. */
export const horizonMs = ({ leadMs, launchMs = 0 }: Pick<ConductorState, 'leadMs' | 'launchMs'>): number =>
  conducting.horizonMs + leadMs + launchMs;

/** Milliseconds between two looks of a waiting drive at the state. */
export const lookMs = (drives: number): number =>
  Math.min(Math.max(conducting.lookMsDrive * drives, conducting.lookMsMin), conducting.lookMsMax);

/**
 * Drives that look this often have no time for an eventually consistent read before T0, so they read
 * consistently. There are few of them.
 */
export const looksOften = (drives: number): boolean => lookMs(drives) < conducting.lookMsMax;

/**
 * Milliseconds from the decision to T0. In this time every waiting drive looks and prepares to start. A
 * single drive decides itself and need not look.
 */
export const startMarginMs = (drives: number, areAfar = false): number =>
  conducting.startMarginMs +
  (drives > 1 || areAfar ? 2 * lookMs(drives) : 0) +
  (areAfar ? conducting.afarMarginMs : 0);

/** The start margin of one phase of a graph. */
export const startMarginOf = ({ shards, afar }: GraphPhase): number =>
  startMarginMs(shards, afar !== undefined);
