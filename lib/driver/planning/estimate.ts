import { billOf, totalOf } from '../cost/bill.ts';
import { roundsOf, usageOf } from '../cost/usage.ts';
import type { Phase } from '../model/benchmark.ts';
import type { Estimate, Tasks } from '../model/plan.ts';
import { timesOf } from './checks/phase-times.ts';
import { requestsPerUser } from './demand.ts';
import { chainsOf } from './iteration-chains.ts';
import { planning } from './limits.ts';
import type { PlannedPhase } from './planned-phase.ts';
import { groupsFor } from './sharding/merge-groups.ts';

type CutPhase = Omit<PlannedPhase, 'concurrency'>;

/**
 * The price of a plan at the list prices of AWS. The sizes of request bodies are unknown and count as 0.
 * @param fargate the tasks of Fargate that send the load. Absent: Lambda functions send it.
 */
export function estimateOf(plans: readonly CutPhase[], fargate?: Tasks): Estimate {
  const arrivals = plans.reduce((sum, { expectedArrivals }) => sum + expectedArrivals, 0);
  const requests = plans.reduce(
    (sum, { phase, expectedArrivals }) => sum + expectedArrivals * requestsPerUser(phase),
    0,
  );
  const usage = usageOf({
    phases: plans.length,
    drives: plans.reduce((sum, plan) => sum + drivesOf(plan), 0),
    groups: plans.reduce((sum, plan) => sum + groupsFor(drivesOf(plan)), 0),
    driveMs: plans.reduce((sum, plan) => sum + plan.shards * workMs(plan), 0),
    rounds: roundsUntil(plans.map(({ phase }) => phase)),
    requests,
    bytesSent: 0,
    fargate,
  });
  const parts = billOf(usage);
  return {
    requestsPerUser: arrivals === 0 ? 0 : requests / arrivals,
    gbSeconds: usage.gbSeconds,
    ...(usage.taskCoreHours === undefined ? {} : { taskCoreHours: usage.taskCoreHours }),
    dollars: totalOf(parts),
    parts,
  };
}

const drivesOf = ({ shards, segments }: CutPhase): number => shards * segments.length;

/**
 * Milliseconds for which a shard of a phase is at work in all its segments together, until its last user
 * leaves.
 */
function workMs({ phase, segments }: CutPhase): number {
  const { durationMs, maxDurationMs, leastStayNs = 0 } = phase;
  const overhead = segments.length * planning.segmentOverheadMs;
  if (durationMs === undefined) return overhead + (maxDurationMs ?? planning.unknownDurationMs);
  return overhead + Math.min(durationMs + leastStayNs / 1e6, maxDurationMs ?? Number.POSITIVE_INFINITY);
}

/**
 * The number of calls of the state `AwaitStart`, in which a phase waits for its start. The first iteration of
 * a phase calls it repeatedly. Each later iteration calls it once, when the previous iteration has ended.
 */
function roundsUntil(phases: readonly Phase[]): number {
  const times = timesOf(phases);
  return chainsOf(phases).reduce((sum, { first, step, last }) => {
    const startMs = times.get(phases[first]?.name ?? '')?.startMs ?? 0;
    return sum + roundsOf(startMs) + Math.floor((last - first) / Math.max(1, step));
  }, 0);
}
