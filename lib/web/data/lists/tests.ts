import type { TestListing } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { type Loaded, useLoaded } from '../cache.ts';

/** Runs of each test in its line. */
export const lastRuns = 30;
/** Tests that get their last runs with one answer. The contract has the same number. */
export const testsMax = 100;

/**
 * Tests by name with their last runs.
 * @param folder `*` means all folders, and an empty text the root.
 */
export function useTests(folder: string, name: string, page: number): Loaded<TestListing> & { key: string } {
  const key = `tests ${folder} ${page} ${name}`;
  const query = {
    folder,
    name,
    page,
    limit: testsMax,
    last: lastRuns,
    direction: 'Ascending',
  } as const;
  return { ...useLoaded(key, (signal) => api.test.summary.get({ query, signal })), key };
}

/** The folders of tests by name; null is the root. */
export function useFolders(): Loaded<(string | null)[]> {
  return useLoaded('test folders', (signal) => api.test.folders.get({ signal }));
}
