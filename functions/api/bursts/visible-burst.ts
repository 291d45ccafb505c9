import { DownpourError } from '../../../lib/errors.ts';
import { maySeeBurst, type Principal } from '../../../lib/results/access.ts';
import type { BurstRecord, Bursts } from '../../../lib/store/bursts.ts';

/**
 * A burst that the caller may see: the team may see it, like its run. The error for a hidden burst is the
 * same as for a missing one.
 */
export async function visibleBurst(bursts: Bursts, caller: Principal, id: string): Promise<BurstRecord> {
  const record = await bursts.get(id);
  if (record !== undefined && maySeeBurst(caller, record.user)) return record;
  throw new DownpourError('BURST_NOT_FOUND', 404, `there is no burst ${id}`);
}
