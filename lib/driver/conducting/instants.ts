import type { GraphPhase } from '../model/plan.ts';
import { pacing } from '../planning/pacing/limits.ts';
import { conducting } from './limits.ts';
import { type ConductorState, nodeAt, type PhaseState, phaseAt } from './state.ts';

/**
 * How certain a computed instant is. `decided`: the instant follows only from T0s that are decided.
 * `expected`: it may also follow from expected T0s, as if no phase is late.
 */
export type Certainty = 'decided' | 'expected';

/**
 * The earliest start of a phase, in epoch milliseconds. Undefined while the instant of one of its start
 * conditions is not known.
 */
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
 * The instants from which a phase with `startWith` may start: T0 of each phase that it names, plus its delay.
 * A named phase that ended without a start counts from its end.
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
 * The instant from which no new users of a phase start, in epoch milliseconds. It may be in the future. A
 * cancelled phase finishes at its cancellation.
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
 * The instant from which no user of a phase is at work, in epoch milliseconds. Only for a noop phase is it
 * known ahead, because a noop phase has no users.
 */
export function endOf(state: ConductorState, index: number): number | undefined {
  const phase = phaseAt(state, index);
  const node = nodeAt(state, index);
  if (phase.endedAt !== undefined) return phase.endedAt;
  if (!node.noop || phase.t0 === undefined) return undefined;
  return latest([finishOf(state, index), ...node.covers.map((covered) => endOf(state, covered))]);
}

/** The finish of a phase by its plan: T0 + duration. Undefined when T0 or the duration is unknown. */
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
 * to them. A phase with a longer delay than the lead (the time from wake-up to start) is left out, because
 * its drives wake later.
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
 * The instant until which drives that are not ready can delay the start of a phase, in epoch milliseconds. It
 * is only for a phase whose start was known in advance.
 */
export const patienceEnd = (
  { graceMs = pacing.readyGraceMs }: Pick<ConductorState, 'graceMs'>,
  { expectedAt }: PhaseState,
  start: number,
): number => Math.max(start, expectedAt ?? start) + graceMs;

/**
 * A phase counts as started from this many milliseconds before its T0. After that instant its drives read the
 * state for the last time.
 */
export const cancelMarginMs = (leadMs: number): number => Math.min(conducting.cancelMarginMs, leadMs / 2);

/**
 * A phase whose start is at most this many milliseconds away is released now. The state machine asks for such
 * a phase only every 20 s, so a later release could come too late.
 */
export const horizonMs = ({ leadMs, launchMs = 0 }: Pick<ConductorState, 'leadMs' | 'launchMs'>): number =>
  conducting.horizonMs + leadMs + launchMs;

/** Milliseconds between two reads of the conductor's state by a drive that waits for its start. */
export const lookMs = (drives: number): number =>
  Math.min(Math.max(conducting.lookMsDrive * drives, conducting.lookMsMin), conducting.lookMsMax);

/**
 * True when waiting drives read the state so often that an outdated answer would make a drive miss the start
 * (T0). Such drives use consistent reads, which always return the latest write. Only a burst with few drives
 * reads so often.
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

/** The time from the decision about a phase's start until its T0, in milliseconds. */
export const startMarginOf = ({ shards, afar }: GraphPhase): number =>
  startMarginMs(shards, afar !== undefined);
