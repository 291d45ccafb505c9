import { setTimeout as pause } from 'node:timers/promises';
import { endsLate } from '../lib/driver/conducting/execution-waits.ts';
import type { ConductorState } from '../lib/driver/conducting/state.ts';
import { applyEvent, type NewEvent } from '../lib/driver/conducting/transaction.ts';
import { phasePlanAt } from '../lib/driver/planning/find-phase-plan.ts';
import type { DriveKey } from '../lib/store/drives.ts';
import { endOf, respondFor, startEnding } from './burst-machine.ts';
import { burstStores } from './stores.ts';

/**
 * Reports the numbers of ready and lost drives of a phase to the conductor. It reports when every drive is
 * ready or lost, and when the time to wait for drives is over.
 */
export async function conductReady(
  burst: string,
  phase: number,
  shards: number,
): Promise<ConductorState | undefined> {
  const counted = await burstStores().bursts.counted(burst, phase, shards);
  return conduct(
    burst,
    counted.ready === shards ? { type: 'PhaseReady', phase } : { type: 'DrivesCounted', phase, ...counted },
  );
}

/**
 * Marks a drive of the first segment as lost, so that other drives start without it. Drives of later segments
 * are ignored, because other drives never wait for them. The function may run twice.
 */
export async function abandonDrive(
  burst: string,
  { phase, shard, segment }: DriveKey,
  why: string,
): Promise<void> {
  if (segment !== 0) return;
  const { bursts, objects } = burstStores();
  const { shards, segments } = phasePlanAt(await objects.plan(burst), phase);
  const numbers = { shards, segments: segments.length };
  if (!(await bursts.abandon(burst, { phase, shard, segment }, numbers, why))) return;
  await conductReady(burst, phase, shards);
}

/**
 * Applies an event to the conductor of a burst. Then it answers the AwaitStart states about whose phases the
 * conductor has decided. Undefined: the conductor has not begun.
 */
export async function conduct(burst: string, event: NewEvent): Promise<ConductorState | undefined> {
  const state = await applyEvent(
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
  if (state !== undefined && endsLate(state, Date.now())) await endEarly(burst);
  return state;
}

/**
 * Ends a burst that is stopped or over, so that it does not wait for the wake-up of drives or for later
 * segments.
 */
async function endEarly(burst: string): Promise<void> {
  const { machine, endedAt, carriedBy } = (await burstStores().bursts.get(burst)) ?? {};
  if (machine === undefined || endedAt !== undefined || carriedBy !== undefined) return;
  await startEnding(burst, machine, endOf(burst));
}
