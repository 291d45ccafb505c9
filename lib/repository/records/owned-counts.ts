import { type Access, maySee, type Owned, type Principal } from '../../results/access.ts';
import type { Fields, Key, Write } from '../ports/table.ts';

/** Records counted by owner and access in one item, so that a list tells how many a caller may see without reading them. */

/** The name of the number that a record counts in. */
export const ownedName = ({ access, owner }: Owned): string => `${access} ${owner}`;

/** What has to be counted with a change; undefined for a record that is not there any more. */
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
