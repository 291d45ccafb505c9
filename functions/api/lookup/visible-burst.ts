import { DownpourError } from '../../../lib/errors.ts';
import { maySee, type Principal, teamOf } from '../../../lib/results/access.ts';
import type { BurstRecord, Bursts } from '../../../lib/store/bursts.ts';

/** A burst that the caller may see: like its run, that of the team. One that is hidden answers like none. */
export async function visibleBurst(bursts: Bursts, caller: Principal, id: string): Promise<BurstRecord> {
  const record = await bursts.get(id);
  if (record !== undefined && maySee(caller, { owner: teamOf(record.user), access: 'PRIVATE' }))
    return record;
  throw new DownpourError('BURST_NOT_FOUND', 404, `there is no burst ${id}`);
}
