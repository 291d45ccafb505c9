import { warmWrites } from '../../lib/cloud/warm-throughput.ts';
import { dynamo, lambda, steps } from './constants.ts';

/** A simulated burst, its account, and the faults of that account. Plain JSON. */
export type Scenario = {
  readonly seed: number;
  readonly shards: number;
  readonly phases: number;
  /** Phases one after the other, or a graph with every kind of dependency. The graph ignores `phases`. */
  readonly shape: 'chain' | 'graph';
  /** The longest segment of a phase. Absent: the limit of the product. */
  readonly segmentMsMax?: number;
  /** Seconds of each phase. */
  readonly seconds: number;
  /** The users per second of each shard. Each user sends one request. */
  readonly usersPerShard: number;
  /** The number of metrics that a partial is assumed to have. It decides the CPU time of the merge. */
  readonly metrics: number;
  readonly account: Account;
  /** The factors by which all latencies and all failure rates are higher than the constants. */
  readonly latency: number;
  readonly failures: number;
  /** The factor, from 0 to 1, by which all quotas are smaller than in the constants. */
  readonly quota: number;
  /** The factor by which all CPU work takes longer. Absent: the factor of the constants. */
  readonly slowness?: number;
  /**
   * The child executions that a map run starts at once, and then per second. Absent: those of the constants.
   */
  readonly children?: { readonly burst: number; readonly perSecond: number };
  /** The number of users who watch the burst. */
  readonly watchers: number;
  /** A user stops the burst this many milliseconds after the first request. Absent: it is not stopped. */
  readonly stopAfterMs?: number;
  /** True: shortly before the stop, other functions of the account use all free concurrency for a while. */
  readonly crowded?: boolean;
  /** True: tasks of Fargate generate the load. Absent: Lambda functions do. */
  readonly executor?: 'fargate';
  /** The first task of Fargate is killed this many milliseconds after its start. Absent: no task is. */
  readonly killsTaskAfterMs?: number;
  /**
   * The probability that any call is lost, repeated or delayed, in addition to the rates in the constants.
   */
  readonly chaos: number;
};

export type Account = 'new' | 'default' | 'raised';

export const usual: Scenario = {
  seed: 1,
  shards: 10,
  phases: 1,
  shape: 'chain',
  seconds: 60,
  usersPerShard: 10,
  metrics: 1,
  account: 'default',
  latency: 1,
  failures: 1,
  quota: 1,
  watchers: 1,
  chaos: 0,
};

/** The number of functions that an account may run at once. */
export function concurrencyOf({ account, shards, quota }: Scenario): number {
  const asked = {
    new: lambda.concurrencyNew,
    default: lambda.concurrencyDefault,
    raised: 2.5 * shards + 1_000,
  };
  return Math.max(1, Math.floor(asked[account] * (account === 'raised' ? 1 : quota)));
}

export const slownessOf = ({ slowness = lambda.slowness }: Scenario): number => slowness;

export function childrenOf({ children, quota }: Scenario): { burst: number; perSecond: number } {
  const { burst, perSecond } = children ?? {
    burst: steps.childrenBurst,
    perSecond: steps.childrenPerSecond,
  };
  return { burst: quota * burst, perSecond: quota * perSecond };
}

/** The quota of state transitions. An account with raised quotas is assumed to be in a large region. */
export const transitionsOf = ({ account, quota }: Scenario): { burst: number; perSecond: number } =>
  account === 'new'
    ? { burst: quota * steps.transitionBurstSmall, perSecond: quota * steps.transitionsPerSecondSmall }
    : { burst: quota * steps.transitionBurstLarge, perSecond: quota * steps.transitionsPerSecondLarge };

/**
 * The number of partitions of a new table. When an account has raised quotas, its deployment allows as many
 * shards as the burst has.
 */
export function partitionsOf({ account, shards }: Scenario): number {
  const writes = account === 'raised' ? warmWrites(shards) : undefined;
  return Math.max(dynamo.partitionsAtStart, (writes ?? 0) / dynamo.partitionWrites);
}
