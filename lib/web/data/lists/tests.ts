import type { TestListing } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { type Loaded, useLoaded } from '../cache.ts';

/** The number of runs that the line of each test shows. */
export const lastRuns = 30;
/** The most tests whose last runs one answer contains. The contract of the API has the same number. */
export const testsMax = 100;

/**
 * Loads tests by name with their last runs.
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

export const foldersKey = 'test folders';

/** Loads the folders of tests by name. Null is the root. */
export function useFolders(): Loaded<(string | null)[]> {
  return useLoaded(foldersKey, (signal) => api.test.folders.get({ signal }));
}
