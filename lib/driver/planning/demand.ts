import { modelOf, startsUsers } from '../arrivals/registry.ts';
import type { Benchmark, Phase } from '../model/benchmark.ts';
import { wholeStayNs } from '../scenario/demand/least-stay.ts';
import { requestsPerRun } from '../scenario/demand/requests.ts';
import { planning } from './limits.ts';
import type { PlannedPhase } from './planned-phase.ts';

/** The users per second of a phase at its busiest instant. 0 for a phase without a rate. */
export const peakUsersPerSec = ({ arrivals }: Phase): number => modelOf(arrivals).peakUsersPerSec;

/** The most users of a phase at work at once, over all shards. */
export const usersAtOnce = ({ arrivals, maxSessions }: Phase): number =>
  startsUsers(arrivals) ? (modelOf(arrivals).users ?? maxSessions) : 0;

/** The number of requests that one user sends if every sequence runs once, or until `maxDuration` ends it. */
export function requestsPerUser({ scenario, maxDurationMs = Number.POSITIVE_INFINITY }: Phase): number {
  if (scenario === undefined) return 0;
  const stayMs = wholeStayNs(scenario) / 1e6;
  return requestsPerRun(scenario) * (stayMs > maxDurationMs ? maxDurationMs / stayMs : 1);
}

/**
 * The requests per second of a phase with a rate at its busiest instant. Users who pause occupy sessions. If
 * all sessions are in use, each sends its requests in no less than the time of its pauses.
 */
export function peakRequestsPerSec(phase: Phase): number {
  const ofArrivals = peakUsersPerSec(phase) * requestsPerUser(phase);
  const stayS = phase.scenario === undefined ? 0 : wholeStayNs(phase.scenario) / 1e9;
  return stayS === 0
    ? ofArrivals
    : Math.min(ofArrivals, (usersAtOnce(phase) * requestsPerRun(phase.scenario)) / stayS);
}

/**
 * The requests per second that a shard with this number of event loops can send. Event loops beyond the
 * processors do not count. One target with TLS is enough for the lower rate, because all requests may go
 * there.
 */
export function trustedRequestsPerSec(
  threads: number,
  { targets }: Pick<Benchmark, 'targets'>,
  power: ShardPower,
): number {
  const { requestsPerSecShard: plain = planning.requestsPerSecShard } = power;
  const { requestsPerSecTls: encrypted = plain * planning.tlsShare } = power;
  const hasTls = targets.some(({ protocol }) => protocol !== 'http');
  return (hasTls ? Math.min(plain, encrypted) : plain) * Math.min(threads, power.coresShard);
}

/** The requests per second that one event loop with its own processor can send. */
export type Rates = {
  /** The rate without TLS. Absent: a rate that most machines can send. */
  readonly requestsPerSecShard?: number | undefined;
  /** The rate with TLS on open connections. Absent: a usual share of the other rate. */
  readonly requestsPerSecTls?: number | undefined;
};

/** The power of one shard. The number of its processors follows from its memory. */
export type ShardPower = Rates & { readonly coresShard: number };

/** The number of event loops of all shards of a phase that have load to send. */
export const loopsOf = (planned: PlannedPhase): number =>
  Math.max(planned.shards, Math.min(partitionsOf(planned), usersAtOnce(planned.phase)));

/** The number of event loops of all shards in the plan. */
export const partitionsOf = ({ shards, threads }: Pick<PlannedPhase, 'shards' | 'threads'>): number =>
  threads?.reduce((sum, each) => sum + each, 0) ?? shards;

/** The most event loops of one shard. */
export const threadsMost = ({ threads = [] }: Pick<PlannedPhase, 'threads'>): number =>
  Math.max(1, ...threads);
