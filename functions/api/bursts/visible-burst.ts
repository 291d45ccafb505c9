import { DownpourError } from '../../../lib/errors.ts';
import { maySeeBurst, type Principal } from '../../../lib/results/access.ts';
import type { BurstRecord, Bursts } from '../../../lib/store/bursts.ts';

/**
 * Reads a burst that the caller may see. Like its run, the burst is visible to the team. The error for a
 * hidden burst is the same as for a missing one.
 */
export async function visibleBurst(bursts: Bursts, caller: Principal, id: string): Promise<BurstRecord> {
  const record = await bursts.get(id);
  if (record !== undefined && maySeeBurst(caller, record.user)) return record;
  throw new DownpourError(
    'BURST_NOT_FOUND',
    404,
    `there is no burst ${id} that you may see; \`downpour bursts\` lists the bursts`,
  );
}
