import { pause } from '../clock.ts';
import type { DriveEnvironment } from './backend.ts';
import { driving } from './limits.ts';

/**
 * The error when a store has rejected the requests of a drive for too long. The target did not cause it, so
 * the phase continues without this drive.
 */
export class StoreRefused extends Error {
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(
      `the tables or the bucket of this run refused the load generator before its start, so it sent nothing: ${why}`,
      {
        cause,
      },
    );
  }
}

/**
 * Repeats a request that a store has rejected, because the store may be busy for a while. Otherwise one
 * rejected request would end the drive, and its phase would lack its load. Use it only before the load, for
 * requests that may be sent twice.
 *
 * @param msMax the longest time of all attempts, because other drives wait for this drive.
 * @throws StoreRefused
 */
export async function withRetries<Answer>(
  call: () => Promise<Answer>,
  { clock, warn, remainingMs }: Pick<DriveEnvironment, 'clock' | 'warn' | 'remainingMs'>,
  msMax: number = driving.storeRetryMsMax,
): Promise<Answer> {
  const untilNs = clock.nowNs() + msMax * 1e6;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (clock.nowNs() >= untilNs || remainingMs() < driving.reserveMs) throw new StoreRefused(error);
      warn('a request to the tables or the bucket failed and is sent again', error);
      await pause(clock, Math.min(driving.storeRetryPauseMs * attempt, driving.storeRetryPauseMsMax));
    }
  }
}
