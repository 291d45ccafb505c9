import { pause } from '../clock.ts';
import type { DriveEnvironment } from './backend.ts';
import { driving } from './limits.ts';

/**
 * The error of a store that has rejected a drive for too long. The target did not cause it, so the phase
 * continues without this drive.
 */
export class StoreRefused extends Error {
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`the stores of the burst refused it before its start, so it sent nothing: ${why}`, { cause });
  }
}

/**
 * Asks a store again that has refused to answer: it may be busy for a while, and a drive that gives up at
 * once would be missed by its whole phase. For what may be asked twice, before anything is sent.
 *
 * @param msMax for so long: as others wait for this drive.
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
      warn('a store is asked again', error);
      await pause(clock, Math.min(driving.storeRetryPauseMs * attempt, driving.storeRetryPauseMsMax));
    }
  }
}
