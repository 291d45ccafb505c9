import type { Node, Tape } from '../../../json/tape/tape.ts';
import type { Budget } from '../../budget.ts';

/** Counts work in steps, and throws when there are too many. */
export type Steps = Pick<Budget, 'spend'>;

/**
 * The tape entries of an object's values in the order of `jsonb`: shorter names first, in bytes of UTF-8;
 * equally long names by their bytes.
 */
export const storedOrder = ({ tape, at }: Node, steps: Steps): readonly number[] =>
  inStoredOrder(tape, tape.values(at), steps);

/**
 * Sorts the values of one object into the order of `jsonb`. It changes the given list of tape entries.
 * @param steps counts the work of sorting, and throws to end it: a million names take a second.
 */
export function inStoredOrder(tape: Tape, values: number[], steps: Steps): readonly number[] {
  if (isStored(tape, values)) return values;
  return values.sort((one, other) => {
    steps.spend(1);
    return tape.compareNames(one - 1, other - 1);
  });
}

/** True when the values are already in the order of `jsonb`, as most are. */
function isStored(tape: Tape, values: readonly number[]): boolean {
  for (let slot = 1; slot < values.length; slot += 1)
    if (tape.compareNames(values[slot - 1]! - 1, values[slot]! - 1) > 0) return false;
  return true;
}
