import { modelOf, startsUsers } from '../arrivals/registry.ts';
import type { Phase } from '../model/benchmark.ts';
import { requestsPerRun } from '../scenario/requests.ts';

/** Users per second at the busiest instant; 0 for phases without a rate. */
export const peakUsersPerSec = ({ arrivals }: Phase): number => modelOf(arrivals).peakUsersPerSec;

/** Most users at work at once, over all shards. */
export const usersAtOnce = ({ arrivals, maxSessions }: Phase): number =>
  startsUsers(arrivals) ? (modelOf(arrivals).users ?? maxSessions) : 0;

/** Requests that one user sends when every sequence runs once. */
export const requestsPerUser = ({ scenario }: Phase): number =>
  scenario === undefined ? 0 : requestsPerRun(scenario);
