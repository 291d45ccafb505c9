import { DownpourError } from '../../errors.ts';
import { limits } from '../../results/limits.ts';

/**
 * Refuses a list that is too long for one reply, before any of its items is read.
 * @throws DownpourError RESULT_TOO_LARGE (413).
 */
export function refuseLongList(length: number, what: string, advice: string): void {
  if (length <= limits.listedItems) return;
  const message = `the reply would have ${length} ${what}, and the limit is ${limits.listedItems}; ${advice}`;
  throw new DownpourError('RESULT_TOO_LARGE', 413, message);
}
