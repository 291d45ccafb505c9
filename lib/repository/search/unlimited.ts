import { DownpourError } from '../../errors.ts';
import { listLimits } from './limits.ts';

/**
 * Refuses a list that is too long for one reply, before any of its items is read.
 * @throws DownpourError RESULT_TOO_LARGE (413).
 */
export function refuseLongList(length: number, what: string, advice: string): void {
  if (length <= listLimits.listedItems) return;
  const message = `the reply would have ${length} ${what}, and the limit is ${listLimits.listedItems}; ${advice}`;
  throw new DownpourError('RESULT_TOO_LARGE', 413, message);
}
