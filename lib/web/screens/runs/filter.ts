import { instantOf } from '../../addresses/instants.ts';
import type { Query } from '../../addresses/table.ts';

/** The states by which runs are filtered, in the order of the buttons. */
export const states = ['passed', 'failed', 'inconclusive', 'stopped', 'incomplete'] as const;
export type State = (typeof states)[number];

/**
 * The filter of the list in the form of its address. Days are in UTC, such as `2026-11-23`, and may have a
 * time of day.
 */
export type RunsFilter = {
  readonly test?: string;
  readonly state: readonly State[];
  /** The first day, or an instant such as `2026-11-23T18:00`. */
  readonly from?: string;
  /** The last day. */
  readonly to?: string;
  /** Words that must occur in names or descriptions. */
  readonly text?: string;
  /** A query that the documents of runs must match. */
  readonly q?: string;
  /** `1`: only the runs in the trash. */
  readonly trash?: string;
};

/** Reads the filter in an address. Parts with invalid values are left out. */
export function filterOf(query: URLSearchParams): RunsFilter {
  const part = <Name extends string>(name: Name, isGood: (value: string) => boolean = () => true) => {
    const value = query.get(name)?.trim() ?? '';
    return (value !== '' && isGood(value) ? { [name]: value } : {}) as { readonly [name in Name]?: string };
  };
  const given = query.getAll('state').flatMap((value) => value.split(','));
  return {
    ...part('test'),
    state: states.filter((state) => given.includes(state)),
    ...part('from', isInstant),
    ...part('to', isDay),
    ...part('text'),
    ...part('q'),
    ...part('trash', (value) => value === '1'),
  };
}

const isDay = (text: string): boolean => text.length === 10 && isInstant(text);
const isInstant = (text: string): boolean => instantOf(text) !== undefined;

const dayMs = 24 * 3_600_000;

/** The parameters of `GET /api/run/list` for a filter. */
export function listQuery({ test, state, from = '', to = '', text, q, trash }: RunsFilter) {
  const [first, last] = [instantOf(from), instantOf(to)];
  return {
    ...(test !== undefined && { test }),
    ...(state.length > 0 && { state: [...state] }),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last + dayMs }),
    ...(text !== undefined && { text }),
    ...(q !== undefined && { query: q }),
    ...(trash !== undefined && { trashed: true }),
  };
}

/** A part of the filter that can be removed. */
export type FilterPart = {
  readonly name: keyof RunsFilter;
  readonly value: string;
  /** The parameters that the address needs so that this part of the filter is removed. */
  readonly without: Query;
};

export function partsOf(filter: RunsFilter): readonly FilterPart[] {
  const single = (['q', 'text', 'test', 'from', 'to', 'trash'] as const).flatMap((name): FilterPart[] => {
    const value = filter[name];
    return value === undefined ? [] : [{ name, value, without: { [name]: undefined } }];
  });
  const several = filter.state.map((value): FilterPart => {
    const rest = filter.state.filter((each) => each !== value);
    return { name: 'state', value, without: { state: rest } };
  });
  return [...single, ...several];
}

/** The two sides of a comparison: ids of runs. */
export type Sides = { readonly base: readonly number[]; readonly fresh: readonly number[] };

/**
 * Marks a run for a comparison. The first mark means the base, the second the other side, and the third
 * removes the mark.
 */
export function marked({ base, fresh }: Sides, id: number): Sides {
  if (base.includes(id)) return { base: base.filter((each) => each !== id), fresh: [...fresh, id] };
  if (fresh.includes(id)) return { base, fresh: fresh.filter((each) => each !== id) };
  return { base: [...base, id], fresh };
}
