import { planning, prices } from '../limits.ts';
import type { Estimate } from '../model/plan.ts';
import { requestsPerUser } from './demand.ts';
import type { PlannedPhase } from './planned-phase.ts';

type CutPhase = Omit<PlannedPhase, 'concurrency'>;

/** The price of a plan on Lambda and Step Functions by list price, without requests to the API and traffic. */
export function estimateOf(plans: readonly CutPhase[]): Estimate {
  const drives = plans.reduce((sum, { shards, segments }) => sum + shards * segments.length, 0);
  const driveMs = plans.reduce((sum, plan) => sum + plan.shards * workMs(plan), 0);
  const gbSeconds = (driveMs / 1e3) * prices.driveGb;
  const transitions = drives * prices.transitionsDrive + plans.length * prices.transitionsPhase;
  const arrivals = plans.reduce((sum, { expectedArrivals }) => sum + expectedArrivals, 0);
  const requests = plans.reduce(
    (sum, { phase, expectedArrivals }) => sum + expectedArrivals * requestsPerUser(phase),
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
function workMs({ phase, segments }: CutPhase): number {
  const overhead = segments.length * planning.segmentOverheadMs;
  return overhead + (phase.durationMs ?? phase.maxDurationMs ?? planning.unknownDurationMs);
}
