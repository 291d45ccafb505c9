import { signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { BurstSeconds, BurstStatus } from '../../../api.generated.ts';
import { ApiError } from '../../../client/index.ts';
import { silentAfterMs } from '../answer-timeout.ts';
import { api } from '../api.ts';
import { poll } from './polling.ts';

/** The last known status of a burst, and the last error. */
export type Look = {
  readonly status?: BurstStatus;
  readonly error?: unknown;
  /** The milliseconds until the next request after an error. */
  readonly againInMs?: number;
};

/**
 * Loads the status of a burst repeatedly until the burst is over. `take` receives seconds that are new or
 * more exact than before.
 */
export function useBurst(id: string, take: (seconds: BurstSeconds) => void): Look {
  const look = useMemo(() => signal<Look>({}), [id]);
  useEffect(() => {
    const over = new AbortController();
    let after = 0;
    const ask = async (own: AbortSignal): Promise<number | undefined> => {
      const burst = api.burst.by(id);
      // Without an answer in this time, the screen states that the server does not answer, and the request is
      // sent again.
      const signal = AbortSignal.any([own, AbortSignal.timeout(silentAfterMs)]);
      const [status, seconds] = await Promise.all([
        burst.get({ signal }),
        burst.seconds.get({ query: { after }, signal }),
      ]);
      take(seconds);
      after = seconds.next;
      look.value = { status };
      return seconds.more ? 0 : status.nextMs;
    };
    const failed = (error: unknown, againInMs: number): boolean => {
      const isFinal = error instanceof ApiError && [400, 401, 403, 404].includes(error.status);
      look.value = { ...look.peek(), error, ...(isFinal ? {} : { againInMs }) };
      return !isFinal;
    };
    void poll(ask, failed, over.signal);
    return () => over.abort();
  }, [id]);
  return look.value;
}

/** Stops the load of a burst. Its measurements remain. */
export const stopBurst = (id: string): Promise<void> => api.burst.by(id).stop.put();
