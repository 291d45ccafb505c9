import { conduct } from '../conduct.ts';
import { burstStores } from '../stores.ts';
import { visibleBurst } from './bursts/visible-burst.ts';
import { operation } from './pipeline/operation.ts';
import { noContent } from './pipeline/reply.ts';

/** Every drive reads the stop within a second or two. It is left in the record too, for a burst still being planned. */
export const handler = operation('burst-stop', async ({ path, caller }) => {
  const { bursts } = burstStores();
  const { id } = await visibleBurst(bursts, caller, path.id);
  const reason = `stopped by ${caller.user}`;
  if (await bursts.requestStop(id, reason)) {
    await conduct(id, { type: 'StopRequested', reason });
  }
  return { ...noContent, statusCode: 202 };
});
