import { nodeAt, phaseAt } from '../../lib/driver/conducting/state.ts';
import { judging } from '../../lib/driver/limits.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { phasePlanAt } from '../../lib/driver/planning/phase-plan.ts';
import { settlePhase } from '../../lib/driver/run/settle.ts';
import type { Partial } from '../../lib/driver/statistics/partial.ts';
import type { BurstObjects } from '../../lib/store/burst-objects.ts';
import { conduct } from '../conduct.ts';
import { deployment } from '../deployment.ts';
import { burstStores } from '../stores.ts';
import { logged } from './logged.ts';
import { measureSettled } from './measured.ts';
import type { SettleInput } from './messages.ts';

/**
 * Merges and judges what the drives of a phase delivered, and reports the end of the phase to the conductor, also for
 * drives that could not. Repeating it writes the same again, or nothing when the burst is over.
 */
export const handler = logged(settle);

async function settle({ burst, phase }: SettleInput): Promise<void> {
  const begun = performance.now();
  const { bursts, objects } = burstStores();
  const state = await conduct(burst, { type: 'Tick' });
  if (state === undefined) throw new Error(`burst ${burst} has no conductor`);
  if (nodeAt(state, phase).noop || phaseAt(state, phase).status === 'CANCELLED') return;
  // The caller's limit wins over the deployment's. Of a burst that is over, the plan is gone.
  const { maxErrors = deployment().maxErrors, endedAt } = (await bursts.get(burst)) ?? {};
  if (endedAt !== undefined) return;
  const plan = await objects.plan(burst);
  const leases = await bursts.leases(burst, phase, phasePlanAt(plan, phase).shards);
  const defaults = { failedRatio: maxErrors, blockedRatio: judging.blockedRatioMax };
  const result = await settlePhase(plan, phase, partialsOf(objects, plan, phase), leases, defaults);
  await objects.putPhase(burst, phase, result);
  measureSettled(plan, result, (performance.now() - begun) / 1e3);
  // Load that a stopped burst did not send is no failure of the phase.
  const failed = result.failed ?? (state.stop ? undefined : result.incomplete);
  await conduct(burst, { type: 'PhaseTerminated', phase, ...(failed === undefined ? {} : { failed }) });
}

/** Partials read at once, and rows of them: as many as fit beside the merged statistics in the function's memory. */
const readsAtOnce = 16;
const rowsAtOnce = 50_000;

async function* partialsOf(objects: BurstObjects, plan: Plan, phase: number): AsyncGenerator<Partial> {
  const { shards, segments } = phasePlanAt(plan, phase);
  const drives = segments.flatMap(({ index }) =>
    Array.from({ length: shards }, (_, shard) => ({ shard, segment: index })),
  );
  // The first one tells how large they are.
  let atOnce = 1;
  for (let from = 0, next = 0; from < drives.length; from = next) {
    next = from + atOnce;
    const reads = drives
      .slice(from, next)
      .map(({ shard, segment }) => objects.partial(plan.burst, phase, shard, segment));
    const partials = (await Promise.all(reads)).filter((each) => each !== undefined);
    const most = Math.max(1, ...partials.map(({ rows }) => rows.length));
    atOnce = Math.max(1, Math.min(readsAtOnce, Math.floor(rowsAtOnce / most)));
    yield* partials;
  }
}
