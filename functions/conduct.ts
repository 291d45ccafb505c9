import { setTimeout as pause } from 'node:timers/promises';
import type { ConductorState } from '../lib/driver/conducting/state.ts';
import { applyEvent, type NewEvent } from '../lib/driver/conducting/transaction.ts';
import { respondFor } from './burst-machine.ts';
import { burstStores } from './stores.ts';

/** Applies an event to the conductor of a burst and answers the AwaitStarts it decides about. Undefined: not begun yet. */
export const conduct = (burst: string, event: NewEvent): Promise<ConductorState | undefined> =>
  applyEvent(
    {
      store: burstStores().bursts,
      respond: respondFor(burst, async (phase) => (await burstStores().bursts.token(burst, phase))?.token),
      now: Date.now,
      pause,
      random: Math.random,
    },
    burst,
    event,
  );
