import type { BurstRecord } from '../../lib/store/bursts.ts';
import { restOf, startEnding } from '../burst-machine.ts';
import { forgetDocument } from '../files.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { burstStores } from '../stores.ts';
import { logged } from './logged.ts';
import { brokenBy, type CleanInput } from './messages.ts';

/**
 * After a failure of the machinery: drives that still run read a stop, and what they measured ends as a run that says why it
 * is incomplete. That is the work of another execution; when that one breaks as well, this function takes what it can get.
 * May run twice.
 */
export const handler = logged(clean);

async function clean({ burst, execution, error, cause }: CleanInput): Promise<void> {
  const { bursts } = burstStores();
  const record = await bursts.get(burst);
  if (record === undefined || record.endedAt !== undefined) return forgetDocument(burst, record?.files);
  // Of a phase that was lost, the machine says only that one was: the phase itself has left the reason.
  const fault = record.fault ?? { error, cause };
  log.warn(`the burst is cleaned up after ${fault.error}`, { burst });
  if (record.carriedBy === undefined && fromOutside.test(error)) measure({ BurstsReaped: 1 });
  await bursts.requestStop(burst, brokenBy(fault));
  await bursts.noteFault(burst, fault);
  if (await isCarriedOn(record, execution)) return;
  // Seldom needed, and most of the code: stopping does not wait for it.
  const byHand = await import('./by-hand.ts');
  await byHand.endByHand(record, brokenBy(fault));
  await forgetDocument(burst, record.files);
}

/** The states in which an execution ends that did not end by itself; nothing inside of one fails so. */
const fromOutside = /^(States\.(ABORTED|TIMED_OUT|FAILED)|Downpour\.Overdue)$/;

/** False when this execution is the one that was to, when none can be started, and when nothing has begun that one could end. */
async function isCarriedOn({ id, machine }: BurstRecord, execution: string): Promise<boolean> {
  const { bursts } = burstStores();
  if (machine === undefined || execution === restOf(id)) return false;
  if ((await bursts.conductor(id)) === undefined) return false;
  try {
    await startEnding(id, machine, restOf(id));
  } catch (error) {
    log.warn('no execution could be started that ends the burst', { burst: id }, error);
    return false;
  }
  await bursts.carry(id, restOf(id));
  return true;
}
