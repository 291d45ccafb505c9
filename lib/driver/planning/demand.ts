import { modelOf, startsUsers } from '../arrivals/registry.ts';
import type { Benchmark, Phase } from '../model/benchmark.ts';
import { requestsPerRun } from '../scenario/demand/requests.ts';
import { planning } from './limits.ts';
import type { PlannedPhase } from './planned-phase.ts';

/** Users per second at the busiest instant; 0 for phases without a rate. */
export const peakUsersPerSec = ({ arrivals }: Phase): number => modelOf(arrivals).peakUsersPerSec;

/** Most users at work at once, over all shards. */
export const usersAtOnce = ({ arrivals, maxSessions }: Phase): number =>
  startsUsers(arrivals) ? (modelOf(arrivals).users ?? maxSessions) : 0;

/** Requests that one user sends when every sequence runs once. */
export const requestsPerUser = ({ scenario }: Phase): number =>
  scenario === undefined ? 0 : requestsPerRun(scenario);

/**
 * Requests per second of a shard with this number of event loops. Each event loop with a processor of its own
 * counts. One target with TLS decides, because all requests may go there.
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

/** Requests per second of one event loop that has a processor to itself. Absent: it was not measured. */
export type Rates = {
  /** Without TLS. Absent: a rate that most machines can send. */
  readonly requestsPerSecShard?: number | undefined;
  /** With TLS on connections that are open. Absent: a usual share of the other rate. */
  readonly requestsPerSecTls?: number | undefined;
};

/** The power of one shard. Its processors follow from its memory. */
export type ShardPower = Rates & { readonly coresShard: number };

/** Event loops of all shards of a phase that have something to do. */
export const loopsOf = (planned: PlannedPhase): number =>
  Math.max(planned.shards, Math.min(partitionsOf(planned), usersAtOnce(planned.phase)));

/** Event loops of all shards, as planned. */
export const partitionsOf = ({ shards, threads }: Pick<PlannedPhase, 'shards' | 'threads'>): number =>
  threads?.reduce((sum, each) => sum + each, 0) ?? shards;

/** Most event loops of one shard. */
export const threadsMost = ({ threads = [] }: Pick<PlannedPhase, 'threads'>): number =>
  Math.max(1, ...threads);
