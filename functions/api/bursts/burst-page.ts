import { maySeeBurst, type Principal } from '../../../lib/results/access.ts';
import type { BurstRecord, Bursts } from '../../../lib/store/bursts.ts';
import { watching } from './limits.ts';

export type BurstPage = {
  readonly records: readonly BurstRecord[];
  /** The cursor that a client sends to get the next page. Absent: this is the last page. */
  readonly next?: string;
};

/** Lists the newest bursts that the caller may see. `active`: only bursts that have not ended. */
export async function burstPage(
  bursts: Bursts,
  caller: Principal,
  { limit, before, active }: { readonly limit: number; readonly before?: string; readonly active: boolean },
): Promise<BurstPage> {
  const records: BurstRecord[] = [];
  let cursor = before;
  for (let lookedAt = 0; lookedAt < watching.lookedAtMax; ) {
    const entries = await bursts.listed(limit, cursor);
    const visible = entries.map(({ id, user }) => (maySeeBurst(caller, user) ? bursts.get(id) : undefined));
    for (const [index, record] of (await Promise.all(visible)).entries()) {
      cursor = entries[index]?.cursor;
      if (record === undefined || (active && record.endedAt !== undefined)) continue;
      records.push(record);
      if (records.length < limit) continue;
      const isLast = index === entries.length - 1 && entries.length < limit;
      return { records, ...(cursor === undefined || isLast ? {} : { next: cursor }) };
    }
    if (entries.length < limit) return { records };
    lookedAt += entries.length;
  }
  return { records, ...(cursor === undefined ? {} : { next: cursor }) };
}
