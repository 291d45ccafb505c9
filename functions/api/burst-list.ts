import type { BurstsSummary } from '../../lib/api.generated.ts';
import { burstStores } from '../stores.ts';
import { burstPage } from './bursts/burst-page.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';

export const handler = operation('burst-list', async ({ query, caller }) => {
  const { limit = 20, before, active = false } = query;
  const { records, next } = await burstPage(burstStores().bursts, caller, { limit, before, active });
  const summary: BurstsSummary = {
    bursts: records.map(({ id, benchmark, state, user, createdAt, endedAt, runId, reason }) => ({
      id,
      benchmark,
      state,
      user,
      createdAt,
      endedAt,
      runId,
      reason,
    })),
    ...(next === undefined ? {} : { next }),
  };
  return json(summary);
});
