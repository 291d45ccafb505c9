import { firstUser } from '../../lib/results/access.ts';
import { conduct } from '../conduct.ts';
import { onLambda } from '../deployment.ts';
import { burstStores } from '../stores.ts';
import { visibleBurst } from './lookup/visible-burst.ts';
import { operation } from './pipeline/operation.ts';
import { noContent } from './pipeline/reply.ts';

/** Every drive reads the stop within a second or two. It is left in the record too, for a burst still being planned. */
export const handler = operation('burst-stop', async ({ path, caller }) => {
  const { bursts } = burstStores();
  const { id } = await visibleBurst(bursts, caller, path.id);
  const reason = `stopped by ${nameOf(caller.user)}`;
  if (await bursts.requestStop(id, reason)) {
    await conduct(id, { type: 'StopRequested', reason });
  }
  return { ...noContent, statusCode: 202 };
});

/** On one machine the first key belongs to the person who works there, and has a name that this person never gave. */
const nameOf = (user: string): string =>
  user === firstUser && !onLambda() ? 'the administrator of this machine' : user;
