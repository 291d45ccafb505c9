import type { ScenarioDefinition, StepDefinition } from '../../model/scenario.ts';
import { stepKindOf } from '../registry.ts';

/**
 * Nanoseconds that a user stays for its pauses alone, on average: the time that it takes when the target
 * answers at once. Pauses behind a `breakSequence`, and in sequences that a value or a response starts, do
 * not count, because not every user comes to them. The longest of several sequences that run at the same time
 * counts.
 */
export function leastStayNs({ sequences, initial }: ScenarioDefinition): number {
  const byName = new Map(sequences.map((sequence) => [sequence.name, sequence]));
  const begun = initial.map((name): Begun => ({ name, atNs: 0 }));
  const met = new Set<string>();
  let mostNs = 0;
  for (const { name, atNs } of begun) {
    const sequence = byName.get(name);
    if (sequence === undefined || met.has(name)) continue;
    met.add(name);
    const way = walk(sequence.steps);
    const endNs = atNs + lengthOf(way);
    mostNs = Math.max(mostNs, endNs);
    for (const start of way.starts) begun.push({ name: start.name, atNs: atNs + start.atNs });
    if (way.goesOn && sequence.next !== undefined) begun.push({ name: sequence.next, atNs: endNs });
  }
  return mostNs;
}

type Begun = { readonly name: string; readonly atNs: number };

type Way = {
  /** Pauses one behind the other. */
  readonly pausesNs: number;
  /** The longest of the pauses that count from the one before, so that others go by meanwhile. */
  readonly rhythmNs: number;
  /** Sequences that every user starts on the way, and after which pauses. */
  readonly starts: readonly Begun[];
  /** False: not every user comes to the end. */
  readonly goesOn: boolean;
};

const lengthOf = ({ pausesNs, rhythmNs }: Way): number => Math.max(pausesNs, rhythmNs);

function walk(steps: readonly StepDefinition[]): Way {
  let [pausesNs, rhythmNs] = [0, 0];
  const starts: Begun[] = [];
  const points = new Map<string, { readonly untilNs: number; readonly rhythmNs: number }>();
  const so = (goesOn: boolean): Way => ({ pausesNs, rhythmNs, starts, goesOn });
  for (const { step, body } of steps) {
    const kind = stepKindOf(step);
    const course = kind.course?.(body) ?? {};
    const point = course.awaits === undefined ? undefined : points.get(course.awaits);
    if (course.sets !== undefined) {
      const { key, ns, isRhythm } = course.sets;
      points.set(key, isRhythm ? { untilNs: 0, rhythmNs: ns } : { untilNs: pausesNs + ns, rhythmNs: 0 });
    }
    pausesNs = Math.max(pausesNs + (course.pauseNs ?? 0), point?.untilNs ?? 0);
    rhythmNs = Math.max(rhythmNs, course.rhythmNs ?? 0, point?.rhythmNs ?? 0);
    if (course.starts !== undefined) starts.push({ name: course.starts, atNs: pausesNs });
    for (const { steps: nested, times } of kind.children?.(body) ?? []) {
      const inner = walk(nested);
      const passes = inner.goesOn ? times : 1;
      for (const { name, atNs } of inner.starts) starts.push({ name, atNs: pausesNs + atNs });
      pausesNs += passes * inner.pausesNs;
      rhythmNs = Math.max(rhythmNs, passes * inner.rhythmNs);
      if (!inner.goesOn) return so(false);
    }
    if (kind.goesOn === false || kind.mayEnd === true) return so(false);
  }
  return so(true);
}
