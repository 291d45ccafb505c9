import { nodeAt, phaseAt } from '../../lib/driver/conducting/state.ts';
import { judging } from '../../lib/driver/judging/limits.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { phasePlanAt } from '../../lib/driver/planning/find-phase-plan.ts';
import { drivesOf, drivesOfGroup } from '../../lib/driver/planning/sharding/merge-groups.ts';
import type { Part } from '../../lib/driver/run/merge-drives.ts';
import { type PhaseResult, settleCancelled, settlePhase } from '../../lib/driver/run/settle-phase.ts';
import { conduct } from '../conductor-events.ts';
import { deployment } from '../deployment.ts';
import { burstStores } from '../stores.ts';
import { DriveReader } from './settling/drive-reader.ts';
import { measureSettled } from './settling/phase-metrics.ts';
import { BestEffort } from './settling/unread-drives.ts';
import { logged } from './states/logged.ts';
import type { SettleInput } from './states/messages.ts';

/**
 * Merges and judges the results of a phase's drives, and reports the end of the phase to the conductor, even
 * when drives were lost. A repeat writes the same results again, or nothing when the burst is over. With
 * `rest` it merges as much as it can read, and the run reports the missing parts.
 */
export const handler = logged(settle);

async function settle({ burst, phase, groups, rest, until }: SettleInput): Promise<void> {
  const begun = performance.now();
  const { bursts, objects } = burstStores();
  const state = await conduct(burst, { type: 'Tick' });
  if (state === undefined)
    throw new Error(
      `burst ${burst} is not in the table of bursts: the burst never began, or its state has expired`,
    );
  const { status, t0 } = phaseAt(state, phase);
  // Without a start instant (T0), no drive of the phase has sent anything.
  if (nodeAt(state, phase).noop || (status === 'CANCELLED' && t0 === undefined)) return;
  // The caller's limit of errors has priority over the deployment's. The state of a finished burst is not
  // changed any more, because its plan is deleted.
  const { maxErrors = deployment().maxErrors, endedAt } = (await bursts.get(burst)) ?? {};
  if (endedAt !== undefined) return;
  const plan = await objects.plan(burst);
  const defaults = { failedRatio: maxErrors, blockedRatio: judging.blockedRatioMax };
  const bestEffort = rest ? new BestEffort(burst, Date.now, until) : undefined;
  const reader = new DriveReader(plan, phase, bestEffort);
  const parts = partsOf(reader, plan, phase, groups);
  if (status === 'CANCELLED') {
    const sent = await settleCancelled(plan, phase, parts, reader.leases, bestEffort);
    if (sent !== undefined) await objects.putPhase(burst, phase, noticing(sent, bestEffort));
    return;
  }
  const result = await settlePhase(plan, phase, parts, reader.leases, defaults, bestEffort);
  await objects.putPhase(burst, phase, noticing(result, bestEffort));
  measureSettled(plan, result, (performance.now() - begun) / 1e3);
  // In a stopped burst, unsent load does not fail the phase.
  const failed = result.failed ?? (state.stop ? undefined : result.incomplete);
  await conduct(burst, { type: 'PhaseTerminated', phase, ...(failed === undefined ? {} : { failed }) });
}

const noticing = (result: PhaseResult, bestEffort: BestEffort | undefined): PhaseResult =>
  bestEffort === undefined
    ? result
    : { ...result, notices: [...(result.notices ?? []), ...bestEffort.notices] };

/** The merged groups in order. A group that could not be merged is replaced by the results of its drives. */
async function* partsOf(
  reader: DriveReader,
  plan: Plan,
  phase: number,
  groups: number,
): AsyncGenerator<Part> {
  const phasePlan = phasePlanAt(plan, phase);
  if (groups === 0) yield* reader.partials(drivesOf(phasePlan));
  for (let group = 0; group < groups; group += 1) {
    const merged = await reader.group(group);
    if (merged === undefined) yield* reader.partials(drivesOfGroup(phasePlan, groups, group));
    else yield merged;
  }
}
