import { phasePlanAt } from '../../lib/driver/planning/phase-plan.ts';
import { drivesOfGroup } from '../../lib/driver/planning/sharding/merge-tree.ts';
import { mergeDrives } from '../../lib/driver/run/settle.ts';
import { burstStores } from '../stores.ts';
import { logged } from './logged.ts';
import type { MergeGroupInput } from './messages.ts';
import { Gathering } from './settling/gather.ts';

/** Merges what some drives of a phase delivered, for Settle. Repeating it writes the same again. */
export const handler = logged(mergeGroup);

async function mergeGroup({ burst, phase, group, groups }: MergeGroupInput): Promise<void> {
  const { objects } = burstStores();
  const plan = await objects.plan(burst);
  const gathering = new Gathering(plan, phase);
  const drives = drivesOfGroup(phasePlanAt(plan, phase), groups, group);
  const merged = await mergeDrives(plan, phase, gathering.partials(drives), gathering.leases);
  await objects.putGroup(burst, phase, group, merged);
}
