import { firstUser } from '../../lib/results/access.ts';
import { conduct } from '../conductor-events.ts';
import { onLambda } from '../deployment.ts';
import { burstStores } from '../stores.ts';
import { visibleBurst } from './bursts/visible-burst.ts';
import { operation } from './pipeline/operation.ts';
import { noContent } from './pipeline/replies/reply.ts';

/**
 * Stops a burst. Every drive reads the stop within a second or two. The stop is also stored in the burst's
 * record, for a burst that is still being planned.
 */
export const handler = operation('burst-stop', async ({ path, caller }) => {
  const { bursts } = burstStores();
  const { id } = await visibleBurst(bursts, caller, path.id);
  const reason = `stopped by ${nameOf(caller.user)}`;
  if (await bursts.requestStop(id, reason)) {
    await conduct(id, { type: 'StopRequested', reason });
  }
  return { ...noContent, statusCode: 202 };
});

/**
 * The name of the person who stopped the burst. On one machine the first key belongs to the local user, who
 * never chose its name.
 */
const nameOf = (user: string): string =>
  user === firstUser && !onLambda() ? 'the administrator of this machine' : user;
