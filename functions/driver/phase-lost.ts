import { log } from '../log.ts';
import { burstStores } from '../stores.ts';
import { logged } from './states/logged.ts';
import type { PhaseLostInput } from './states/messages.ts';

/**
 * Stores the reason why a phase failed in the state machine. The Map state around the phases does not pass it
 * on, and the state Clean needs it. The function may run twice.
 */
export const handler = logged(phaseLost);

async function phaseLost({ burst, error, cause }: PhaseLostInput): Promise<void> {
  log.error(`the measurements of a phase are lost: ${error}`, { burst });
  await burstStores().bursts.noteFault(burst, { error, cause });
}
