import type { Phase } from '../../model/benchmark.ts';
import type { Wait } from './cycles.ts';
import { iterationName, type PhaseDefinition } from './definition.ts';
import { type Named, namesOf, startsOf } from './references.ts';

export type StartConditions = Pick<Phase, 'startTimeMs' | 'startAfter' | 'startAfterStrict' | 'startWith'>;

/**
 * The conditions under which an iteration of a phase starts, and the phases for which it waits. An iteration
 * waits until the users of the previous iteration have left. A phase that is named twice counts once.
 */
export function startConditions(
  definition: PhaseDefinition,
  iteration: number,
  named: ReadonlyMap<string, Named>,
): { readonly conditions: StartConditions; readonly waits: readonly Omit<Wait, 'from' | 'of'>[] } {
  const { name, numbered, startAfter, startAfterStrict, startWith } = definition;
  const before = iteration === 0 ? [] : [{ to: iterationName(name, numbered, iteration - 1) }];
  const ends = startAfter.flatMap((each) => namesOf(each, iteration, named));
  const gone = [...startAfterStrict.flatMap((each) => namesOf(each, iteration, named)), ...before];
  const starts = startWith === undefined ? [] : startsOf(startWith.reference, iteration, named);
  const conditions = {
    startTimeMs: iteration === 0 ? definition.timing.startTimeMs : 0,
    startAfter: [...new Set(ends.map(({ to }) => to))],
    startAfterStrict: [...new Set(gone.map(({ to }) => to))],
    ...(startWith === undefined || starts.length === 0
      ? {}
      : { startWith: { phases: starts.map(({ to }) => to), delayMs: startWith.delayMs } }),
  };
  return { conditions, waits: [...ends, ...gone, ...starts] };
}
