import type { Node } from '../../../json/tape.ts';
import type { Budget } from '../../budget.ts';

/** Counts work in steps, and throws when there are too many. */
export type Steps = Pick<Budget, 'spend'>;

/**
 * The entries of the values of an object in the order of `jsonb`: shorter names first, in bytes of UTF-8;
 * equally long names by their bytes.
 * @param steps counts the work of sorting, and throws to end it: a million names take a second.
 */
export function storedOrder({ tape, at }: Node, steps: Steps): readonly number[] {
  const values = tape.values(at);
  const isStored = values.every(
    (value, slot) => slot === 0 || tape.compareNames(values[slot - 1]! - 1, value - 1) <= 0,
  );
  if (isStored) return values;
  return values.sort((one, other) => {
    steps.spend(1);
    return tape.compareNames(one - 1, other - 1);
  });
}
