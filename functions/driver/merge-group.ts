import { phasePlanAt } from '../../lib/driver/planning/find-phase-plan.ts';
import { drivesOfGroup } from '../../lib/driver/planning/sharding/merge-groups.ts';
import { mergeDrives } from '../../lib/driver/run/merge-drives.ts';
import { burstStores } from '../stores.ts';
import { DriveReader } from './settling/drive-reader.ts';
import { logged } from './states/logged.ts';
import type { MergeGroupInput } from './states/messages.ts';

/**
 * Merges the results of a group of drives of a phase, for the state Settle. A repeat writes the same result
 * again.
 */
export const handler = logged(mergeGroup);

async function mergeGroup({ burst, phase, group, groups }: MergeGroupInput): Promise<void> {
  const { objects } = burstStores();
  const plan = await objects.plan(burst);
  const reader = new DriveReader(plan, phase);
  const drives = drivesOfGroup(phasePlanAt(plan, phase), groups, group);
  const merged = await mergeDrives(plan, phase, reader.partials(drives), reader.leases);
  await objects.putGroup(burst, phase, group, merged);
}
