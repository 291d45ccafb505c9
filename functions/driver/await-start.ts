import { conduct } from '../conduct.ts';
import type { AwaitStartInput } from './messages.ts';

/** A phase waits: the conductor answers its token now or with a later event. */
export async function handler({ burst, phase, token }: AwaitStartInput): Promise<void> {
  const state = await conduct(burst, { type: 'PhaseWaiting', phase, token });
  if (state === undefined) throw new Error(`burst ${burst} has no conductor`);
}
