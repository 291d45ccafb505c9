import { DownpourError } from '../../../lib/errors.ts';
import { maySeeBurst, type Principal } from '../../../lib/results/access.ts';
import type { BurstRecord, Bursts } from '../../../lib/store/bursts.ts';

/** A burst that the caller may see: like its run, that of the team. One that is hidden answers like none. */
export async function visibleBurst(bursts: Bursts, caller: Principal, id: string): Promise<BurstRecord> {
  const record = await bursts.get(id);
  if (record !== undefined && maySeeBurst(caller, record.user)) return record;
  throw new DownpourError('BURST_NOT_FOUND', 404, `there is no burst ${id}`);
}
