import { respondFor } from '../burst-machine.ts';
import { burstStores } from '../stores.ts';
import type { AwaitStartInput } from './messages.ts';

/** A phase waits: the conductor answers its token now or with a later event. */
export async function handler({ burst, phase, token }: AwaitStartInput): Promise<void> {
  const state = await burstStores().bursts.apply(
    burst,
    { type: 'PhaseWaiting', phase, token },
    respondFor(burst),
  );
  if (state === undefined) throw new Error(`burst ${burst} has no conductor`);
}
