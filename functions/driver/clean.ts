import type { BurstRecord } from '../../lib/store/bursts.ts';
import { forgetDocument } from '../burst-files.ts';
import { fallbackOf, startEnding } from '../burst-machine.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { burstStores } from '../stores.ts';
import { logged } from './states/logged.ts';
import { brokenBy, type CleanInput } from './states/messages.ts';

/**
 * Ends a burst after a failure of the state machine. It stops the drives that still run, and starts another
 * execution, which makes an incomplete run of the measurements. When that execution fails too, this function
 * merges as much as it can by itself. It may run twice.
 */
export const handler = logged(clean);

async function clean({ burst, execution, error, cause }: CleanInput): Promise<void> {
  const { bursts } = burstStores();
  const record = await bursts.get(burst);
  if (record === undefined || record.endedAt !== undefined) return forgetDocument(burst, record?.files);
  // The state machine reports only that a phase was lost. The phase itself has stored the reason.
  const fault = record.fault ?? { error, cause };
  log.warn(`the burst failed with the error ${fault.error}, and Downpour now cleans up`, { burst });
  if (record.carriedBy === undefined && fromOutside.test(error)) measure({ BurstsReaped: 1 });
  await bursts.requestStop(burst, brokenBy(fault));
  await bursts.noteFault(burst, fault);
  if (await isReplaced(record, execution)) return;
  // The module is loaded after the stop, because it is large and rarely needed.
  const fallback = await import('./ending/fallback.ts');
  await fallback.concludeDirectly(record, brokenBy(fault));
  await forgetDocument(burst, record.files);
}

/**
 * Errors of an execution that was ended from outside. A failure inside an execution never has one of these
 * names.
 */
const fromOutside = /^(States\.(ABORTED|TIMED_OUT|FAILED)|Downpour\.Overdue)$/;

/**
 * Whether another execution takes over. False when this execution is itself the replacement, when no
 * execution can be started, and when the burst has not begun.
 */
async function isReplaced({ id, machine }: BurstRecord, execution: string): Promise<boolean> {
  const { bursts } = burstStores();
  if (machine === undefined || execution === fallbackOf(id)) return false;
  if ((await bursts.conductor(id)) === undefined) return false;
  try {
    await startEnding(id, machine, fallbackOf(id));
  } catch (error) {
    log.warn('Downpour could not start the execution that ends the burst', { burst: id }, error);
    return false;
  }
  await bursts.recordExecution(id, fallbackOf(id));
  return true;
}
