import type { BurstsSummary } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { type Loaded, useLoaded } from '../cache.ts';

/** The number of bursts on one page of the list. */
const burstsMax = 50;

/**
 * Loads the newest bursts that the caller may see.
 * @param before the cursor that the previous page returned. Empty: the newest.
 */
export function useBursts(active: boolean, before: string): Loaded<BurstsSummary> & { readonly key: string } {
  const key = `bursts ${active} ${before}`;
  const query = { limit: burstsMax, ...(active && { active }), ...(before !== '' && { before }) };
  return { ...useLoaded(key, (signal) => api.burst.get({ query, signal })), key };
}
