import { usualTaskCores } from '../../facts/fargate.ts';
import { coreMemoryMb, driveMemoryMb } from '../../facts/memory.ts';
import { burstS, driveTimeoutS } from '../../facts/timeouts.ts';
import { stepFunctionsQuotas } from '../../quotas.ts';

/** Ceilings of a deployment. A caller can set lower ones, never higher ones. */
export type Ceilings = {
  /** Arrivals (users) per second of all phases that may run at once. */
  readonly usersPerSecMax: number;
  /** Users at work at once, over all shards, of all phases that may run at once. */
  readonly sessionsMax: number;
  /** Longest run that durations and start conditions of the phases can add up to. */
  readonly durationMsMax: number;
  /** Most shards of one phase. */
  readonly shardsMax: number;
  /** Connections to all targets that all phases that may run at once may have open. */
  readonly connectionsMax: number;
  /** Connections that one shard on Lambda may have open. Each takes one of its 1,024 file descriptors. */
  readonly connectionsShardMax: number;
  /** Estimated price of a run in US dollars. */
  readonly dollarsMax: number;
};

/** Lower ceilings of one caller. */
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

/** The load of one shard, and how a plan is divided. */
export const planning = {
  /**
   * Requests per second of one shard. At 5,000 of them, open load costs 75 µs of CPU each, and p99 leaves
   * within 5 ms of its instant, on one core that the target shares (`bench/driver-loopback.ts`). The limit is
   * lower because some cores are slower.
   */
  requestsPerSecShard: 4_000,
  /**
   * The share of these requests that a shard sends with TLS, on connections that are open. On loopback, a
   * request costs 77 µs of CPU without TLS and 110 µs with it, for both ends. A deployment that `downpour
   * doctor` has measured uses its own rate.
   */
  tlsShare: 0.7,
  /**
   * Processors of a shard in the cloud. Each further event loop with its own processor can send as many
   * requests again.
   */
  coresShard: Math.max(1, Math.floor(driveMemoryMb / coreMemoryMb)),
  /**
   * Connections of one shard. A Lambda environment has 1,024 file descriptors, and Node, the SDK and logs
   * need about 170. The limit also holds for the users of a shard, because each user may need a connection.
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
  /** Longest work of a task: a burst ends before. */
  taskMsMax: burstS * 1e3,
  /**
   * Longest segment. A drive lives 15 min; it needs 3 min of them to wake early and for the last users to
   * leave.
   */
  segmentMsMax: 12 * 60_000,
  /**
   * Phases and forks that wait for their starts at once. Each keeps a token of a kilobyte in the conductor's
   * item.
   */
  waitingMax: 100,
  /** Phases that a warning names. It counts the others. */
  phasesNamedMax: 5,
  /** Users arrive at random. A plan warns of a phase that has no user in at least this share of its runs. */
  emptyRunsMin: 0.5,
  /** Drives (shard x segment) of one phase: the most children that a Distributed Map runs at once. */
  drivesPhaseMax: stepFunctionsQuotas.mapChildren,
  /**
   * Concurrent executions that are reserved to start, show, stop and merge a burst, where drives share the
   * executions of an account.
   */
  controlAtOnce: 5,
  /**
   * A plan warns when it uses more than this share of the drives that may run at once, because a second burst
   * would not fit.
   */
  capacityShareMax: 0.8,
  /** Assumed working time of a phase without a duration. Only the estimate uses it. */
  unknownDurationMs: 60_000,
  /**
   * Time to wake early, to open connections and to drain, which is billed in addition to each segment. Only
   * the estimate uses it.
   */
  segmentOverheadMs: 15_000,
} as const;

/** The watchdog of a burst. */
export const reaping = {
  /** A burst has this long to be merged, after its planned end and the longest time of its last users. */
  marginMs: 3_600_000,
} as const;
