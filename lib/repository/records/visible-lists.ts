import type { SortDirection } from '../../api.generated.ts';
import {
  type Access,
  accessLevel,
  maySee,
  type Owned,
  type Principal,
  teamsOf,
} from '../../results/access.ts';
import { counted } from '../../words.ts';

/** The requested page of a list and its order, after validation. */
export type ListPage<Column extends string> = {
  /** The number of records on a page. Absent, 0 or below: all records. */
  readonly limit?: number | undefined;
  /** The number of the page, from 0. */
  readonly page?: number | undefined;
  readonly sort?: Column | undefined;
  readonly direction?: SortDirection | undefined;
};

export const visibleOf = <T extends Owned>(caller: Principal, records: readonly T[]): readonly T[] =>
  records.filter((record) => maySee(caller, record));

/** The names of records that the caller may see, and the number of the others, as a text for messages. */
export function namesOf(caller: Principal, records: readonly (Owned & { readonly name: string })[]): string {
  const names = visibleOf(caller, records).map(({ name }) => name);
  const hidden = records.length - names.length;
  return [...names, ...(hidden > 0 ? [`${counted(hidden, 'other')} that you may not see`] : [])].join(', ');
}

/**
 * The teams that the query parameter `roles` selects: `__my` means the caller's teams. Undefined: all teams.
 */
export function teamsNamed(caller: Principal, roles = ''): readonly string[] | undefined {
  const text = roles.trim();
  if (text === '' || text === '__all' || (text === '__my' && caller.user === '')) return undefined;
  return text === '__my' ? teamsOf(caller) : text.split(';').map((team) => team.trim());
}

/** Selects the records of the teams that the query parameter `roles` names. */
export function ofTeams<T extends Owned>(
  caller: Principal,
  records: readonly T[],
  roles: string | undefined,
): readonly T[] {
  const teams = teamsNamed(caller, roles);
  return teams === undefined ? records : records.filter(({ owner }) => teams.includes(owner));
}

/**
 * A page of records in memory. Equal records are ordered by id, and a missing value counts as larger than
 * all others, as in PostgreSQL.
 */
export function pageOf<Column extends string, T extends Sortable<Column>>(
  records: readonly T[],
  sort: Column,
  { direction, limit = 0, page = 0 }: Omit<ListPage<Column>, 'sort'>,
): readonly T[] {
  const sign = direction === 'Ascending' ? 1 : -1;
  const ranked = (value: Value = null) => (sort === 'access' ? accessLevel(value as Access) : value);
  const sorted = [...records].sort((a, b) => {
    const [left, right] = [ranked(a[sort]), ranked(b[sort])];
    if (left === right) return a.id - b.id;
    const isLess = right === null || (left !== null && left < right);
    return isLess ? -sign : sign;
  });
  return limit > 0 ? sorted.slice(page * limit, (page + 1) * limit) : sorted;
}

type Sortable<Column extends string> = { readonly id: number } & {
  readonly [name in Column]?: Value;
};

type Value = string | number | null;
