import { planning, prices } from '../limits.ts';
import type { Phase } from '../model/benchmark.ts';
import type { Estimate, PhasePlan } from '../model/plan.ts';
import { requestsPerUser } from './demand.ts';

/** What a plan costs on Lambda and Step Functions by list price (limits.ts, `prices`); requests and traffic are not in it. */
export function estimateOf(phases: readonly Phase[], plans: readonly PhasePlan[]): Estimate {
  const drives = plans.reduce((sum, { shards, segments }) => sum + shards * segments.length, 0);
  const driveMs = plans.reduce((sum, plan) => sum + plan.shards * workMs(phases[plan.index], plan), 0);
  const gbSeconds = (driveMs / 1e3) * prices.driveGb;
  const transitions = drives * prices.transitionsDrive + plans.length * prices.transitionsPhase;
  const arrivals = plans.reduce((sum, { expectedArrivals }) => sum + expectedArrivals, 0);
  const requests = plans.reduce(
    (sum, { index, expectedArrivals }) => sum + expectedArrivals * requestsPerUser(phases[index]),
    0,
  );
  return {
    requestsPerUser: arrivals === 0 ? 0 : requests / arrivals,
    gbSeconds,
    dollars:
      gbSeconds * prices.gbSecondDollars +
      drives * prices.invocationDollars +
      transitions * prices.transitionDollars,
  };
}

/** Time that one shard of a phase is at work over all its segments, milliseconds. */
function workMs(phase: Phase, { segments }: PhasePlan): number {
  const overhead = segments.length * planning.segmentOverheadMs;
  return overhead + (phase.durationMs ?? phase.maxDurationMs ?? planning.unknownDurationMs);
}
