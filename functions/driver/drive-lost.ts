import { phasePlanAt } from '../../lib/driver/planning/phase-plan.ts';
import { conductReady } from '../conduct.ts';
import { burstStores } from '../stores.ts';
import { logged } from './logged.ts';
import { type DriveLostInput, sentenceOf } from './messages.ts';

/** A drive ended without a word, or could not be invoked. The others of its phase must not wait for it. May run twice. */
export const handler = logged(driveLost);

async function driveLost({ burst, phase, shard, segment, ...why }: DriveLostInput): Promise<void> {
  if (segment !== 0) return;
  const { bursts, objects } = burstStores();
  const { shards, segments } = phasePlanAt(await objects.plan(burst), phase);
  const numbers = { shards, segments: segments.length };
  if (!(await bursts.abandon(burst, { phase, shard, segment }, numbers, sentenceOf(why)))) return;
  await conductReady(burst, phase, shards);
}
