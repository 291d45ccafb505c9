import { type Access, maySee, type Owned, type Principal } from '../../results/access.ts';
import type { Fields, Key, Write } from '../ports/table.ts';

/**
 * Counts records by owner and access in one item of the table. So the number of records that a caller may see
 * is known without reading all records.
 */

/** The name of the count that a record belongs to. */
export const ownedName = ({ access, owner }: Owned): string => `${access} ${owner}`;

/** The update of the counts when a record changes. `after` is undefined for a removed record. */
export function recounted(update: Key, before: Owned, after: Owned | undefined): readonly Write[] {
  const [left, come] = [ownedName(before), after && ownedName(after)];
  if (left === come) return [];
  return [{ update, add: { [left]: -1, ...(come !== undefined && { [come]: 1 }) } }];
}

export function visibleCount(caller: Principal, counts: Fields): number {
  let sum = 0;
  for (const [name, count] of Object.entries(counts)) {
    const [, access, owner] = /^([A-Z]+) (.*)$/s.exec(name) ?? [];
    if (owner !== undefined && maySee(caller, { owner, access: access as Access })) sum += Number(count);
  }
  return sum;
}
