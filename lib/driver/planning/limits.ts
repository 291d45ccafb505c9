import { usualTaskCores } from '../../facts/fargate.ts';
import { coreMemoryMb, driveMemoryMb } from '../../facts/memory.ts';
import { burstS, driveTimeoutS } from '../../facts/timeouts.ts';
import { stepFunctionsQuotas } from '../../quotas.ts';

/** Ceilings of a deployment. A caller can set lower ones, never higher ones. */
export type Ceilings = {
  /** The most arrivals (users) per second, summed over all phases that may run at once. */
  readonly usersPerSecMax: number;
  /** The most users at work at once, over all shards, summed over all phases that may run at once. */
  readonly sessionsMax: number;
  /** The longest run in milliseconds, by the durations and start conditions of the phases. */
  readonly durationMsMax: number;
  /** The most shards of one phase. */
  readonly shardsMax: number;
  /** The most open connections to all targets, summed over all phases that may run at once. */
  readonly connectionsMax: number;
  /**
   * The most connections of one shard on Lambda. Each connection needs one of the 1,024 file descriptors of a
   * Lambda environment.
   */
  readonly connectionsShardMax: number;
  /** The highest estimated price of a run in US dollars. */
  readonly dollarsMax: number;
};

/** The ceilings of one caller. A ceiling above that of the deployment has no effect. */
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
   * The requests per second that one shard can reliably send. At 5,000, a request of an open model takes 75
   * µs of CPU, and 99 % of the requests leave within 5 ms of their planned instant. This was measured on one
   * core that the target shares (`bench/driver-loopback.ts`). The bound is lower because some cores are
   * slower.
   */
  requestsPerSecShard: 4_000,
  /**
   * With TLS on open connections, a shard can send this share of `requestsPerSecShard`. On loopback, a
   * request takes 77 µs of CPU without TLS and 110 µs with it, for client and server together. A deployment
   * that `downpour doctor` has measured uses its own rate.
   */
  tlsShare: 0.7,
  /**
   * The processors of a shard in the cloud, from the memory of the Lambda function. Each further event loop
   * with its own processor can send as many requests as the first.
   */
  coresShard: Math.max(1, Math.floor(driveMemoryMb / coreMemoryMb)),
  /**
   * The most connections of one shard, and so the most users, because each user may need a connection. A
   * Lambda environment has 1,024 file descriptors. Node, the SDK and logs need about 170 of them.
   */
  descriptorsShard: 850,
  /** The number of processors of a Fargate task, when the deployment is not known. */
  coresTask: usualTaskCores,
  /**
   * The most connections of one Fargate task, and so the most users. A task may open 65,535 files, and Linux
   * opens 28,232 connections from one address to one destination. A task with the least memory has about 80
   * kB for each of these connections.
   */
  connectionsTask: 20_000,
  /**
   * The longest time of a function after the start of its segment. Lambda ends a function after 15 min. The
   * function wakes 5 s before the segment, and keeps 20 s to store its measurements.
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
   * The most phases and forks of a plan, because all of them may wait for their starts at once. Iterations of
   * a phase count once. For each wait, the table keeps a task token of about a kilobyte.
   */
  waitingMax: 100,
  /** The most phases that a warning names. The warning gives only the number of the others. */
  phasesNamedMax: 5,
  /**
   * With random arrivals, a phase may have no user in some runs. A plan warns when this happens in at least
   * this share of the runs.
   */
  emptyRunsMin: 0.5,
  /**
   * The most drives (shards times segments) of one phase. It is the most children that a Distributed Map of
   * Step Functions runs at once.
   */
  drivesPhaseMax: stepFunctionsQuotas.mapChildren,
  /**
   * When drives share the concurrent executions of an AWS account, this many are kept free to start, show,
   * stop and merge a burst.
   */
  controlAtOnce: 5,
  /**
   * A plan gets a warning when it needs more than this share of the drives that may run at once. A second
   * burst would then not fit.
   */
  capacityShareMax: 0.8,
  /**
   * The assumed working time of a phase without a duration. The estimate of the price uses it, and the search
   * for the phase that sends most.
   */
  unknownDurationMs: 60_000,
  /**
   * The time to wake early, to open connections and to let the last users leave. It is billed in addition to
   * each segment. Only prices use it: the estimate, the cost so far, and the cost of lost drives.
   */
  segmentOverheadMs: 15_000,
} as const;

/** Limits for the watchdog, which ends bursts that run for too long. */
export const reaping = {
  /**
   * The time that a burst may take after its planned end and the longest stay of its last users. After it,
   * the watchdog ends the burst.
   */
  marginMs: 3_600_000,
} as const;
