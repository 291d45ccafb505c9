import type { Phase } from '../model/benchmark.ts';
import type { StepDefinition } from '../model/scenario.ts';

/** Users per second at the busiest instant; 0 for phases without a rate. */
export function peakUsersPerSec({ arrivals }: Phase): number {
  switch (arrivals.kind) {
    case 'constantRate':
      return arrivals.usersPerSec;
    case 'increasingRate':
    case 'decreasingRate':
      return Math.max(arrivals.initialUsersPerSec, arrivals.targetUsersPerSec);
    default:
      return 0;
  }
}

/** Most users at work at once, over all shards. */
export function usersAtOnce(phase: Phase): number {
  if (phase.arrivals.kind === 'noop') return 0;
  return 'users' in phase.arrivals ? phase.arrivals.users : phase.maxSessions;
}

/** Requests that one user sends when every sequence runs once. */
export const requestsPerUser = ({ scenario }: Phase): number =>
  scenario === undefined ? 0 : scenario.sequences.reduce((sum, { steps }) => sum + requestsOf(steps), 0);

const requestsOf = (steps: readonly StepDefinition[]): number =>
  steps.reduce((sum, { step, body }) => {
    if (step === 'httpRequest') return sum + 1;
    return step === 'loop' ? sum + loopRequests(body) : sum;
  }, 0);

/** The body is what the loop's own parse returned (scenario/steps/loop.ts). */
function loopRequests(body: unknown): number {
  const { repeats, steps } = body as { readonly repeats: number; readonly steps: readonly StepDefinition[] };
  return repeats * requestsOf(steps);
}
