import { createHash } from 'node:crypto';
import { conduct } from '../conductor-events.ts';
import { burstStores } from '../stores.ts';
import { logged } from './states/logged.ts';
import type { AwaitStartInput } from './states/messages.ts';

/**
 * The state in which a phase waits for its start. The conductor answers the state's token now or after a
 * later event.
 */
export const handler = logged(awaitStart);

async function awaitStart({ burst, phase, token }: AwaitStartInput): Promise<void> {
  const mark = createHash('sha256').update(token).digest('base64url').slice(0, 12);
  // The token is stored before the conductor decides. A concurrent decision about the phase then finds the
  // token.
  await burstStores().bursts.putToken(burst, phase, { token, mark });
  const state = await conduct(burst, { type: 'PhaseWaiting', phase, token: mark });
  if (state === undefined)
    throw new Error(
      `burst ${burst} is not in the table of bursts: the burst never began, or its state has expired`,
    );
}
