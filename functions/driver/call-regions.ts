import type { Afar, PhasePlan } from '../../lib/driver/model/plan.ts';
import { phasePlanAt } from '../../lib/driver/planning/find-phase-plan.ts';
import { conductReady } from '../conductor-events.ts';
import { log } from '../log.ts';
import { shardsInput, startDrives } from '../region-machines.ts';
import { burstStores } from '../stores.ts';
import { logged } from './states/logged.ts';
import type { CallRegionsInput } from './states/messages.ts';

/**
 * Starts the drives of a phase in other regions, after the conductor has decided that the phase starts. If a
 * region rejects its drives, they count as lost, so that other drives do not wait for them. The function may
 * run twice.
 */
export const handler = logged(callRegions);

async function callRegions({ burst, phase, wakeAt }: CallRegionsInput): Promise<void> {
  const { bursts, objects } = burstStores();
  const [record, plan] = await Promise.all([bursts.get(burst), objects.plan(burst)]);
  if (record?.machine === undefined)
    throw new Error(`the record of burst ${burst} in the table of bursts has no state machine`);
  const { machine } = record;
  const planned = phasePlanAt(plan, phase);
  const beside = plan.concurrency[phase] ?? 1;
  const lost = await Promise.all(
    (planned.afar ?? []).map(async (afar) => {
      const { region } = afar;
      const drives = { region, machine, burst, phase };
      try {
        await startDrives(drives, shardsInput(drives, afar, { ...planned, beside }, wakeAt));
        return false;
      } catch (error) {
        log.error(`the load generators in region ${region} could not be started`, { burst, phase }, error);
        await abandon(
          burst,
          phase,
          planned,
          afar,
          `the load generators in region ${region} could not be started: ${textOf(error)}`,
        );
        return true;
      }
    }),
  );
  if (lost.includes(true)) await conductReady(burst, phase, planned.shards);
}

/**
 * Marks the drives of a region as lost. Only drives of the first segment are marked, because other drives
 * wait only for these.
 */
async function abandon(
  burst: string,
  phase: number,
  { shards, segments }: PhasePlan,
  { first, shards: own }: Afar,
  why: string,
): Promise<void> {
  const numbers = { shards, segments: segments.length };
  const { bursts } = burstStores();
  for (let from = first; from < first + own; from += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, first + own - from) }, (_, index) =>
        bursts.abandon(burst, { phase, shard: from + index, segment: 0 }, numbers, why),
      ),
    );
}

const atOnce = 50;

const textOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
