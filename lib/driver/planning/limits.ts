import { usualTaskCores } from '../../facts/fargate.ts';
import { coreMemoryMb, driveMemoryMb } from '../../facts/memory.ts';
import { burstS, driveTimeoutS } from '../../facts/timeouts.ts';
import { stepFunctionsQuotas } from '../../quotas.ts';

/** Ceilings of a deployment. A caller can set lower ones, never higher ones. */
export type Ceilings = {
  /** The most arrivals (users) per second of all phases that may run at once. */
  readonly usersPerSecMax: number;
  /** The most users at work at once, over all shards, of all phases that may run at once. */
  readonly sessionsMax: number;
  /** The longest run in milliseconds, by the durations and start conditions of the phases. */
  readonly durationMsMax: number;
  /** The most shards of one phase. */
  readonly shardsMax: number;
  /** The most open connections to all targets, of all phases that may run at once. */
  readonly connectionsMax: number;
  /** The most connections of one shard on Lambda. Each needs one of its 1,024 file descriptors. */
  readonly connectionsShardMax: number;
  /** The highest estimated price of a run in US dollars. */
  readonly dollarsMax: number;
};

/** The ceilings of one caller, which are lower than those of the deployment. */
export type OwnCeilings = Partial<Omit<Ceilings, 'connectionsShardMax'>>;

export const defaultCeilings: Ceilings = {
  usersPerSecMax: 50_000,
  sessionsMax: 500_000,
  durationMsMax: 12 * 3_600_000,
  shardsMax: 1_000,
  connectionsMax: 500_000,
  connectionsShardMax: 850,
  dollarsMax: 100,
};

/** Bounds of the load of one shard, and of the division of a plan. */
export const planning = {
  /**
   * The requests per second of one shard. At 5,000, open load takes 75 µs of CPU for each request, and 99 %
   * of the requests leave within 5 ms of their instant, on one core that the target shares
   * (`bench/driver-loopback.ts`). The bound is lower because some cores are slower.
   */
  requestsPerSecShard: 4_000,
  /**
   * The share of `requestsPerSecShard` that a shard can send with TLS, on open connections. On loopback, a
   * request takes 77 µs of CPU without TLS and 110 µs with it, for both ends. A deployment that `downpour
   * doctor` has measured uses its own rate.
   */
  tlsShare: 0.7,
  /**
   * The processors of a shard in the cloud. Each further event loop with its own processor can send as many
   * requests as the first.
   */
  coresShard: Math.max(1, Math.floor(driveMemoryMb / coreMemoryMb)),
  /**
   * The most connections of one shard. A Lambda environment has 1,024 file descriptors, and Node, the SDK and
   * logs need about 170 of them. The bound also holds for the users of a shard, because each user may need a
   * connection.
   */
  descriptorsShard: 850,
  /** Processors of a task of Fargate whose deployment is not known. */
  coresTask: usualTaskCores,
  /**
   * Connections of one task, and so its users. A task may open 65,535 files, and Linux opens 28,232
   * connections from one address to one destination. The least memory of a task has about 80 kB for each of
   * these.
   */
  connectionsTask: 20_000,
  /**
   * Time of a function from the start of its segment: Lambda ends it after 15 min, it wakes 5 s ahead, and it
   * keeps 20 s to store its measurements.
   */
  functionMsMax: driveTimeoutS * 1e3 - 25_000,
  /** The longest time that a task of a container service works. Every burst ends sooner. */
  taskMsMax: burstS * 1e3,
  /**
   * The longest segment. A drive lives for 15 min. It needs 3 min of them to wake early and for the last
   * users to leave.
   */
  segmentMsMax: 12 * 60_000,
  /**
   * The most phases and forks that wait for their starts at once. Each keeps a token of a kilobyte in the
   * conductor's item.
   */
  waitingMax: 100,
  /** The most phases that a warning names. It counts the others. */
  phasesNamedMax: 5,
  /**
   * A plan warns of a phase that has no user in at least this share of its runs. This can happen when users
   * arrive at random.
   */
  emptyRunsMin: 0.5,
  /**
   * The most drives (shard x segment) of one phase. It is the most children that a Distributed Map runs at
   * once.
   */
  drivesPhaseMax: stepFunctionsQuotas.mapChildren,
  /**
   * Concurrent executions that are kept free to start, show, stop and merge a burst, when drives share the
   * executions of an account.
   */
  controlAtOnce: 5,
  /**
   * A plan warns when it uses more than this share of the drives that may run at once, because a second burst
   * would not fit.
   */
  capacityShareMax: 0.8,
  /** The assumed working time of a phase without a duration. Only the estimate of the price uses it. */
  unknownDurationMs: 60_000,
  /**
   * The time to wake early, to open connections and to let the last users leave. It is billed in addition to
   * each segment. Only the estimate of the price uses it.
   */
  segmentOverheadMs: 15_000,
} as const;

/** Limits for the watchdog, which ends bursts that run for too long. */
export const reaping = {
  /**
   * The time in which a burst must be merged, after its planned end and the longest time of its last users.
   */
  marginMs: 3_600_000,
} as const;
