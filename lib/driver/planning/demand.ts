import { modelOf, startsUsers } from '../arrivals/registry.ts';
import type { Benchmark, Phase } from '../model/benchmark.ts';
import { wholeStayNs } from '../scenario/demand/least-stay.ts';
import { requestsPerRun } from '../scenario/demand/requests.ts';
import { planning } from './limits.ts';
import type { PlannedPhase } from './planned-phase.ts';

/** The users per second of a phase at its busiest instant. 0 for a phase without a rate. */
export const peakUsersPerSec = ({ arrivals }: Phase): number => modelOf(arrivals).peakUsersPerSec;

/** The most users of a phase that are at work at once, over all shards. */
export const usersAtOnce = ({ arrivals, maxSessions }: Phase): number =>
  startsUsers(arrivals) ? (modelOf(arrivals).users ?? maxSessions) : 0;

/**
 * The number of requests that one user sends if every sequence runs once. If `maxDuration` ends the scenario
 * earlier, only its share of the requests counts.
 */
export function requestsPerUser({ scenario, maxDurationMs = Number.POSITIVE_INFINITY }: Phase): number {
  if (scenario === undefined) return 0;
  const stayMs = wholeStayNs(scenario) / 1e6;
  return requestsPerRun(scenario) * (stayMs > maxDurationMs ? maxDurationMs / stayMs : 1);
}

/**
 * The requests per second of a phase at its busiest instant. 0 for a phase without a rate. When users who
 * pause occupy all sessions, new users have to wait, so the number of sessions bounds the rate.
 */
export function peakRequestsPerSec(phase: Phase): number {
  const ofArrivals = peakUsersPerSec(phase) * requestsPerUser(phase);
  const { scenario } = phase;
  const stayS = scenario === undefined ? 0 : wholeStayNs(scenario) / 1e9;
  if (scenario === undefined || stayS === 0) return ofArrivals;
  return Math.min(ofArrivals, (usersAtOnce(phase) * requestsPerRun(scenario)) / stayS);
}

/**
 * The requests per second that a shard with this number of event loops can reliably send. More event loops
 * than processors send no more. If one target uses TLS, the lower rate with TLS counts, because all requests
 * may go to that target.
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
  /** The requests per second without TLS. Absent: a rate that most machines can send. */
  readonly requestsPerSecShard?: number | undefined;
  /** The requests per second with TLS on open connections. Absent: a usual share of the rate without TLS. */
  readonly requestsPerSecTls?: number | undefined;
};

/**
 * The load that one shard can send. The number of processors of a Lambda function follows from its memory.
 */
export type ShardPower = Rates & { readonly coresShard: number };

/** The number of event loops of a phase, over all shards, that get at least one user. */
export const loopsOf = (planned: PlannedPhase): number =>
  Math.max(planned.shards, Math.min(partitionsOf(planned), usersAtOnce(planned.phase)));

/** The number of event loops of a phase, over all shards. */
export const partitionsOf = ({ shards, threads }: Pick<PlannedPhase, 'shards' | 'threads'>): number =>
  threads?.reduce((sum, each) => sum + each, 0) ?? shards;

/** The number of event loops of the shard that has most of them. */
export const threadsMost = ({ threads = [] }: Pick<PlannedPhase, 'threads'>): number =>
  Math.max(1, ...threads);
