import { burstStores } from '../stores.ts';
import type { CleanInput } from './messages.ts';

/**
 * A phase could not be carried on. The map around it fails without a word about the reason, so this leaves it where Clean
 * finds it. May run twice.
 */
export async function handler({ burst, error, cause }: CleanInput): Promise<void> {
  await burstStores().bursts.noteFault(burst, { error, cause });
}
