import type { Change } from '../../api.generated.ts';
import { api } from './api.ts';
import { type Loaded, useLoaded } from './cache.ts';
import { decisions } from './decisions.ts';
import { listedRuns, type Sides, sidesAround } from './runs/runs-around-change.ts';

export type ChangesFilter = {
  readonly test?: number | undefined;
  /** The state of the changes to load. Absent: open and confirmed changes. */
  readonly state?: 'open' | 'confirmed' | undefined;
};

/** A part of the list of changes. The change that was detected last comes first. */
export type SomeChanges = { readonly changes: readonly Change[]; readonly hasMore: boolean };

const pageChanges = 100;

/**
 * Loads changes of a test or of all tests.
 * @param pages the number of pages to load, of 100 changes each.
 */
export function useChanges(
  { test, state }: ChangesFilter,
  pages: number,
): Loaded<SomeChanges> & { readonly key: string } {
  const key = `changes ${test ?? ''} ${state ?? ''} ${pages}`;
  const loaded = useLoaded(key, async (abort): Promise<SomeChanges> => {
    const query = {
      limit: pageChanges,
      ...(test !== undefined && { test }),
      ...(state !== undefined && { state }),
    };
    const changes: Change[] = [];
    let left = pages;
    for await (const page of api.alerting.changes.pages({ query, signal: abort })) {
      if (left === 0) return { changes, hasMore: true };
      changes.push(...page);
      left -= 1;
    }
    return { changes, hasMore: false };
  });
  const { value } = loaded;
  return { ...loaded, ...(value && { value: withFailed(value, test) }), key };
}

/**
 * Adds changes whose decision could not be sent. The error then stays visible until the person undoes the
 * decision.
 */
function withFailed(some: SomeChanges, test: number | undefined): SomeChanges {
  const listed = new Set(some.changes.map(({ id }) => id));
  const failed = [...decisions.value.values()].flatMap(({ step, change }) =>
    step === 'failed' && !listed.has(change.id) && (test ?? change.dataset.testId) === change.dataset.testId
      ? [change]
      : [],
  );
  return failed.length === 0 ? some : { ...some, changes: [...some.changes, ...failed] };
}

/** Selects the runs before a change, and the runs from the change on. */
export const sidesOf = async (test: number, run: number): Promise<Sides> =>
  sidesAround(run, await api.test.by(test).trend.get({ query: { last: listedRuns } }));
