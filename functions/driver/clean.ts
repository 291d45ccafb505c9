import { conduct } from '../conduct.ts';
import { forgetDocument } from '../files.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { burstStores } from '../stores.ts';
import { logged } from './logged.ts';
import { type CleanInput, sentenceOf } from './messages.ts';

/**
 * After a failure of the machinery: drives that still run read a stop, phases that still wait are answered, and the
 * burst ends as incomplete unless it has ended already. The document and its files go. May run twice.
 */
export const handler = logged(clean);

async function clean({ burst, error, cause }: CleanInput): Promise<void> {
  const { bursts } = burstStores();
  // Of a phase that was lost, the machine says only that one was: the phase itself has left the reason.
  const fault = (await bursts.get(burst))?.fault ?? { error, cause };
  const reason = `the burst could not be carried on: ${sentenceOf(fault)}`;
  const concludes = await bursts.conclude(burst, { state: 'incomplete', endedAt: Date.now(), reason });
  if (concludes) measure({ BurstsEnded: 1 }, 'incomplete');
  if (concludes && fromOutside.test(fault.error)) measure({ BurstsReaped: 1 });
  log.warn(`the burst is cleaned up after ${fault.error}`, { burst });
  await conduct(burst, { type: 'StopRequested', reason });
  await forgetDocument(burst, (await bursts.get(burst))?.files);
}

/** The states in which an execution ends that did not end by itself; nothing inside of one fails so. */
const fromOutside = /^States\.(ABORTED|TIMED_OUT|FAILED)$/;
