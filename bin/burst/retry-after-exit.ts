import { DownpourError } from '../../lib/errors.ts';
import type { Context } from '../cli/context.ts';

/** The milliseconds without an answer after which an API of this machine counts as ended. */
const passingMs = 3_000;

/**
 * Calls `look`, which shows a burst. Its argument is the longest time in milliseconds without an answer of
 * the API. On this machine a `run` is the API of its burst, and often ends before `look` gets the last
 * status. Then `look` is called again, because the data folder has the outcome of the burst. `knows` is true
 * when the first call has found the burst. Otherwise there is no second call.
 */
export async function lookTwice<T>(
  data: string | undefined,
  { environment }: Pick<Context, 'environment'>,
  look: (silenceMs?: number) => Promise<T>,
  knows: () => boolean,
): Promise<T> {
  if (environment.DOWNPOUR_URL && data === undefined) return look();
  try {
    return await look(passingMs);
  } catch (error) {
    if (!knows() || !(error instanceof DownpourError) || error.status < 500) throw error;
    return await look();
  }
}
