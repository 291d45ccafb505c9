import { nodeAt, phaseAt } from '../../lib/driver/conducting/state.ts';
import { judging } from '../../lib/driver/limits.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { phasePlanAt } from '../../lib/driver/planning/phase-plan.ts';
import { drivesOf, drivesOfGroup } from '../../lib/driver/planning/sharding/merge-tree.ts';
import { type Part, type PhaseResult, settleCancelled, settlePhase } from '../../lib/driver/run/settle.ts';
import { conduct } from '../conduct.ts';
import { deployment } from '../deployment.ts';
import { burstStores } from '../stores.ts';
import { logged } from './logged.ts';
import type { SettleInput } from './messages.ts';
import { Gathering } from './settling/gather.ts';
import { LeftOver } from './settling/left-over.ts';
import { measureSettled } from './settling/measured.ts';

/**
 * Merges and judges what the drives of a phase delivered, and reports the end of the phase to the conductor, also for
 * drives that could not. Repeating it writes the same again, or nothing when the burst is over. With `rest` it takes what it
 * can get, and the run says what is not in it.
 */
export const handler = logged(settle);

async function settle({ burst, phase, groups, rest, until }: SettleInput): Promise<void> {
  const begun = performance.now();
  const { bursts, objects } = burstStores();
  const state = await conduct(burst, { type: 'Tick' });
  if (state === undefined) throw new Error(`burst ${burst} has no conductor`);
  const { status, t0 } = phaseAt(state, phase);
  // Without a T0 nobody can have sent anything.
  if (nodeAt(state, phase).noop || (status === 'CANCELLED' && t0 === undefined)) return;
  // The caller's limit wins over the deployment's. Of a burst that is over, the plan is gone.
  const { maxErrors = deployment().maxErrors, endedAt } = (await bursts.get(burst)) ?? {};
  if (endedAt !== undefined) return;
  const plan = await objects.plan(burst);
  const defaults = { failedRatio: maxErrors, blockedRatio: judging.blockedRatioMax };
  const left = rest ? new LeftOver(burst, Date.now, until) : undefined;
  const gathering = new Gathering(plan, phase, left);
  const parts = partsOf(gathering, plan, phase, groups);
  if (status === 'CANCELLED') {
    const sent = await settleCancelled(plan, phase, parts, gathering.leases, left);
    if (sent !== undefined) await objects.putPhase(burst, phase, noticing(sent, left));
    return;
  }
  const result = await settlePhase(plan, phase, parts, gathering.leases, defaults, left);
  await objects.putPhase(burst, phase, noticing(result, left));
  measureSettled(plan, result, (performance.now() - begun) / 1e3);
  // Load that a stopped burst did not send is no failure of the phase.
  const failed = result.failed ?? (state.stop ? undefined : result.incomplete);
  await conduct(burst, { type: 'PhaseTerminated', phase, ...(failed === undefined ? {} : { failed }) });
}

const noticing = (result: PhaseResult, left: LeftOver | undefined): PhaseResult =>
  left === undefined ? result : { ...result, notices: [...(result.notices ?? []), ...left.notices] };

/** The groups one after the other, and the drives of those that nobody could merge. */
async function* partsOf(
  gathering: Gathering,
  plan: Plan,
  phase: number,
  groups: number,
): AsyncGenerator<Part> {
  const phasePlan = phasePlanAt(plan, phase);
  if (groups === 0) yield* gathering.partials(drivesOf(phasePlan));
  for (let group = 0; group < groups; group += 1) {
    const merged = await gathering.group(group);
    if (merged === undefined) yield* gathering.partials(drivesOfGroup(phasePlan, groups, group));
    else yield merged;
  }
}
