import type { RunSummary } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { type Loaded, useLoaded } from '../cache.ts';

/** Loads a run without its document. */
export function useRunSummary(id: number): Loaded<RunSummary> & { readonly key: string } {
  const key = `run ${id} summary`;
  return { ...useLoaded(key, (signal) => api.run.by(id).summary.get({ signal })), key };
}

/** Loads the last runs of a test, the latest first. */
export function useRunsOfTest(
  test: number | undefined,
  limit: number,
): Loaded<readonly RunSummary[]> & { readonly key: string } {
  const key = `runs of test ${test} ${limit}`;
  const query = { limit, direction: 'Descending', sort: 'start' } as const;
  const loaded = useLoaded(test === undefined ? undefined : key, async (signal) => {
    const { runs } = await api.run.list.by(test ?? 0).get({ query, signal });
    return runs;
  });
  return { ...loaded, key };
}
