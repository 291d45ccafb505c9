import { conduct } from '../driver/conduct.ts';
import { burstStores } from '../driver/stores.ts';
import { door, noContent } from './door.ts';
import { visibleBurst } from './visible-burst.ts';

/** Every drive reads the stop within a second or two. It is left in the record too, for a burst still being planned. */
export const handler = door('burst-stop', async ({ path, caller }) => {
  const { bursts } = burstStores();
  const { id } = await visibleBurst(bursts, caller, path.id);
  const reason = `stopped by ${caller.user}`;
  if (await bursts.requestStop(id, reason)) {
    await conduct(id, { type: 'StopRequested', reason });
  }
  return { ...noContent, statusCode: 202 };
});
