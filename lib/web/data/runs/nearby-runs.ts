import type { RunSummary, RunsSummary } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { type Loaded, useLoaded } from '../cache.ts';

/** The number of runs of the test before and after a run that are shown with it. */
const [earlierMax, laterMax] = [20, 10];

/** A run in a list. */
export type ListedRun = RunsSummary['runs'][number];

export type Neighbours = { readonly runs: readonly ListedRun[]; readonly at: number };

/** Loads runs of the same test around a run. `at` is the index of the run itself. */
export const useNeighbours = (run: RunSummary | undefined): Loaded<Neighbours> =>
  useLoaded(run === undefined ? undefined : `run ${run.id} neighbours`, async (signal) => {
    const { id = 0, testid = 0, start = 0 } = run ?? {};
    const query = { test: `${testid}`, cursor: '' } as const;
    const [before, after] = await Promise.all([
      api.run.list.get({ query: { ...query, to: start, limit: earlierMax }, signal }),
      api.run.list.get({
        query: { ...query, from: start, limit: laterMax, direction: 'Ascending' },
        signal,
      }),
    ]);
    const others = [...before.runs.toReversed(), ...after.runs].filter((one) => one.id !== id);
    const known = new Map(others.map((one) => [one.id, one]));
    const own = [...before.runs, ...after.runs].find((one) => one.id === id);
    const runs = [...known.values(), ...(own === undefined ? [] : [own])].sort(
      (one, other) => one.start - other.start || one.id - other.id,
    );
    return { runs, at: runs.findIndex((one) => one.id === id) };
  });

const weekMs = 7 * 86_400_000;

/**
 * Half a day in milliseconds. A run about a week ago may differ from a week by this time, because schedules
 * start a little earlier or later each time.
 */
const halfDayMs = 43_200_000;

/** Finds the last run of the same test that passed or failed and is about a week older, or more. */
export const useWeekAgo = ({ testid, start }: RunSummary, isWanted: boolean): Loaded<ListedRun | null> =>
  useLoaded(isWanted ? `run of ${testid} a week before ${start}` : undefined, async (signal) => {
    const { runs } = await api.run.list.get({
      query: {
        test: `${testid}`,
        to: start - weekMs + halfDayMs,
        state: ['passed', 'failed'],
        limit: 1,
        cursor: '',
      },
      signal,
    });
    return runs[0] ?? null;
  });
