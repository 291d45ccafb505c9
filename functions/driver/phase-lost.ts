import { log } from '../log.ts';
import { burstStores } from '../stores.ts';
import { logged } from './states/logged.ts';
import type { PhaseLostInput } from './states/messages.ts';

/**
 * A phase failed in the machinery. The map around it fails without a reason, so this function stores the
 * reason for Clean. May run twice.
 */
export const handler = logged(phaseLost);

async function phaseLost({ burst, error, cause }: PhaseLostInput): Promise<void> {
  log.error(`a phase was lost after ${error}`, { burst });
  await burstStores().bursts.noteFault(burst, { error, cause });
}
