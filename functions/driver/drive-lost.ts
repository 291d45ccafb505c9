import { phasePlanAt } from '../../lib/driver/planning/phase-plan.ts';
import { conduct } from '../conduct.ts';
import { burstStores } from '../stores.ts';
import type { DriveInput } from './messages.ts';

/** A drive ended without a word. The others of its phase must not wait for it to be ready. May run twice. */
export async function handler({ burst, phase, shard, segment }: DriveInput): Promise<void> {
  if (segment !== 0) return;
  const { bursts, objects } = burstStores();
  const { shards, segments } = phasePlanAt(await objects.plan(burst), phase);
  const numbers = { shards, segments: segments.length };
  if (!(await bursts.abandon(burst, { phase, shard, segment }, numbers))) return;
  await conduct(burst, { type: 'PhaseReady', phase });
}
