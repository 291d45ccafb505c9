import {
  type Capacity,
  capacityOf,
  drivesAtOnce,
} from '../../lib/driver/planning/checks/drive-concurrency.ts';
import { type PlanRow, planTable } from '../../lib/driver/planning/plan-table.ts';
import { auditOf } from '../../lib/driver/planning/targets/audit-record.ts';
import { deployment } from '../deployment.ts';
import { type BurstOrder, judgeBurst, refusalOf } from '../starting/judge-burst.ts';
import { startBurst } from '../starting/start-burst.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';

/**
 * Starts a burst of a document, or rejects the document with all of its problems. A dry run only returns a
 * summary of the plan.
 */
export const handler = operation('burst-start', async ({ body, header, caller, now, requestId }) => {
  const { document: text, parameters = {}, dryRun = false, ...options } = body;
  const { user, keyId: id, limits } = caller;
  const idempotencyKey = header['idempotency-key'];
  const key = limits && { id, limits };
  const order = { ...options, text, parameters, user, key, idempotencyKey, now };
  const refused = (refusal: object) => json({ code: 'BENCHMARK_REFUSED', ...refusal, requestId }, 400);
  if (dryRun) {
    const answer = await forecast(order);
    return 'message' in answer ? refused(answer) : json(answer);
  }
  const answer = await startBurst(order);
  if (!('burst' in answer)) return refused(answer);
  const { burst, ...more } = answer;
  return json({ id: burst, ...more }, 202);
});

const drivesMax = (capacity: Capacity | undefined) =>
  capacity === undefined || capacity.of === 'unknown' ? {} : { drivesMax: capacity.drives };

async function forecast(order: BurstOrder) {
  const judged = await judgeBurst(order, true);
  const { plan, problems, needs, quotaProblem, capacity } = judged;
  if (plan === undefined || quotaProblem !== undefined) return { ...refusalOf(judged), ...needs };
  return {
    shards: plan.shards,
    drivesAtOnce: drivesAtOnce(plan).waking,
    ...(plan.fargate === undefined ? {} : { executor: 'fargate' as const }),
    ...drivesMax(plan.fargate === undefined ? capacity : capacityOf(deployment().tasks)),
    dollars: plan.estimate.dollars,
    targets: [...auditOf(plan).targets],
    phases: planTable(plan).map(phaseOf),
    ...needs,
    problems,
  };
}

const phaseOf = ({ name, load, start, startMs, durationMs, usersPerSec, shards }: PlanRow) => ({
  name,
  load,
  start,
  startMs,
  ...(durationMs === undefined ? {} : { durationMs }),
  ...(usersPerSec === undefined ? {} : { usersPerSec }),
  shards,
});
