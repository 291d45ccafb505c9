import type { ScenarioDefinition, StepDefinition } from '../../model/scenario.ts';
import { stepKindOf } from '../registry.ts';

/**
 * The average time in nanoseconds that a user needs for its pauses alone. A user needs exactly this time when
 * the target answers at once. Only pauses that every user reaches count: not those after a `breakSequence`.
 * Pauses in sequences that start because of a value or a response do not count either. If several sequences
 * run at the same time, the longest counts.
 */
export const leastStayNs = (scenario: ScenarioDefinition): number => stayNs(scenario, true);

/**
 * The average time in nanoseconds of the pauses of a user who sends all requests, because no `breakSequence`
 * ends its sequence.
 */
export const wholeStayNs = (scenario: ScenarioDefinition): number => stayNs(scenario, false);

function stayNs({ sequences, initial }: ScenarioDefinition, breaks: boolean): number {
  const byName = new Map(sequences.map((sequence) => [sequence.name, sequence]));
  const begun = initial.map((name): Begun => ({ name, atNs: 0 }));
  const met = new Set<string>();
  let mostNs = 0;
  for (const { name, atNs } of begun) {
    const sequence = byName.get(name);
    if (sequence === undefined || met.has(name)) continue;
    met.add(name);
    const way = walk(sequence.steps, breaks);
    const endNs = atNs + lengthOf(way);
    mostNs = Math.max(mostNs, endNs);
    for (const start of way.starts) begun.push({ name: start.name, atNs: atNs + start.atNs });
    if (way.goesOn && sequence.next !== undefined) begun.push({ name: sequence.next, atNs: endNs });
  }
  return mostNs;
}

type Begun = { readonly name: string; readonly atNs: number };

type Way = {
  /** The sum of the pauses that come one after the other. */
  readonly pausesNs: number;
  /**
   * The longest pause that counts from the end of the previous such pause. Other pauses pass during it, so
   * they do not add to it.
   */
  readonly rhythmNs: number;
  /** The sequences that these steps start for every user, each with the time until its start. */
  readonly starts: readonly Begun[];
  /** False when not every user continues after the last of these steps. */
  readonly goesOn: boolean;
};

const lengthOf = ({ pausesNs, rhythmNs }: Way): number => Math.max(pausesNs, rhythmNs);

function walk(
  steps: readonly StepDefinition[],
  /** True when every step that may end the sequence counts as ending it. */
  breaks: boolean,
): Way {
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
      const inner = walk(nested, breaks);
      const passes = inner.goesOn ? times : 1;
      for (const { name, atNs } of inner.starts) starts.push({ name, atNs: pausesNs + atNs });
      pausesNs += passes * inner.pausesNs;
      rhythmNs = Math.max(rhythmNs, passes * inner.rhythmNs);
      if (!inner.goesOn) return so(false);
    }
    if (kind.goesOn === false || (breaks && kind.mayEnd === true)) return so(false);
  }
  return so(true);
}
