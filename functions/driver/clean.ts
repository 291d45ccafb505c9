import { conduct } from '../conduct.ts';
import { forgetDocument } from '../files.ts';
import { burstStores } from '../stores.ts';
import type { CleanInput } from './messages.ts';

/**
 * After a failure of the machinery: drives that still run read a stop, phases that still wait are answered, and the
 * burst ends as incomplete unless it has ended already. The document and its files go. May run twice.
 */
export async function handler({ burst, error, cause }: CleanInput): Promise<void> {
  const { bursts } = burstStores();
  // Of a phase that was lost, the machine says only that one was: the phase itself has left the reason.
  const fault = (await bursts.get(burst))?.fault ?? { error, cause };
  const reason = `the burst could not be carried on: ${messageOf(fault.cause) || fault.error}`;
  await bursts.conclude(burst, { state: 'incomplete', endedAt: Date.now(), reason });
  await conduct(burst, { type: 'StopRequested', reason });
  await forgetDocument(burst, (await bursts.get(burst))?.files);
}

/** A failed function's cause is JSON with an `errorMessage`, often cut off; people want that sentence. */
const messageOf = (cause: string): string => /"errorMessage":\s*"((?:[^"\\]|\\.)*)/.exec(cause)?.[1] ?? cause;
