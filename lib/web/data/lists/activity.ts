import { useEffect } from 'preact/hooks';
import type { BurstStatus, BurstsSummary, RunsSummary } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { type Loaded, reload, useLoaded } from '../cache.ts';

/** The most runs that the first screen counts. With more runs, it shows this number with a plus sign. */
export const recentRunsMax = 200;

export const useRecentRuns = (from: number): Loaded<RunsSummary> =>
  useLoaded(`recent runs ${from}`, (signal) =>
    api.run.list.get({ query: { from, limit: recentRunsMax, cursor: '' }, signal }),
  );

export const useActiveBursts = (): Loaded<BurstsSummary> =>
  useLoaded('active bursts', (signal) => api.burst.get({ query: { active: true }, signal }));

/**
 * The status of a running burst. It is loaded as often as the server asks for, while the page is visible.
 * When the burst is over, the list of running bursts and the recent runs are loaded again.
 */
export function useBurstAtWork(id: string): Loaded<BurstStatus> {
  const key = `burst at work ${id}`;
  const loaded = useLoaded(key, (signal) => api.burst.by(id).get({ signal }));
  const { value, asOf, loading } = loaded;
  const isOver = value?.endedAt !== undefined;
  useEffect(() => {
    if (isOver) {
      reload('active bursts');
      reload('recent runs');
    }
    if (isOver || loading || value?.nextMs === undefined) return;
    const again = (): void => {
      if (document.visibilityState === 'visible') reload(key);
    };
    const timer = setTimeout(again, Math.max(value.nextMs, pollMsMin));
    document.addEventListener('visibilitychange', again, { once: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', again);
    };
  }, [asOf, isOver, loading]);
  return loaded;
}

/** The shortest pause between two requests in milliseconds. The first screen does not need each second. */
const pollMsMin = 2000;
