import type { Phase } from '../../model/benchmark.ts';

/**
 * The earliest start of a phase, and its end when it takes its `maxDuration`, or else its duration. Both
 * are in milliseconds after the start of the first phase.
 */
export type Times = { readonly startMs: number; readonly endMs: number };

/**
 * The times of each phase by its name. They follow from the longest path through the start conditions. A
 * phase of unknown length counts with the part of its length that is known.
 */
export function timesOf(phases: readonly Phase[]): ReadonlyMap<string, Times> {
  const byName = new Map(phases.map((phase) => [phase.name, phase]));
  const starts = new Map<string, number>();
  const startOf = (phase: Phase): number => {
    const known = starts.get(phase.name);
    if (known !== undefined) return known;
    const after = (names: readonly string[], lengthOf: (before: Phase) => number): number[] =>
      names.flatMap((name) => byName.get(name) ?? []).map((before) => startOf(before) + lengthOf(before));
    const start = Math.max(
      phase.startTimeMs,
      ...after(phase.startAfter, ({ durationMs = 0 }) => durationMs),
      ...after(phase.startAfterStrict, lifeMs),
      ...after(phase.startWith?.phases ?? [], () => phase.startWith?.delayMs ?? 0),
    );
    starts.set(phase.name, start);
    return start;
  };
  return new Map(
    phases.map((phase) => {
      const startMs = startOf(phase);
      return [phase.name, { startMs, endMs: startMs + lifeMs(phase) }];
    }),
  );
}

const lifeMs = ({ durationMs, maxDurationMs }: Phase): number => maxDurationMs ?? durationMs ?? 0;
