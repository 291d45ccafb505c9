import { coreMemoryMb, driveMemoryMb } from '../../facts/memory.ts';
import { stepFunctionsQuotas } from '../../quotas.ts';

/** Ceilings of a deployment. A caller can stay below them, never raise them. */
export type Ceilings = {
  /** Arrivals (users) per second of everything that may run at once. */
  readonly usersPerSecMax: number;
  /** Users at work at once, over all shards, of everything that may run at once. */
  readonly sessionsMax: number;
  /** Longest run that the phases' durations and start conditions can add up to. */
  readonly durationMsMax: number;
  /** Most shards of one phase. */
  readonly shardsMax: number;
  /** Connections that everything that may run at once may have open, to all targets. */
  readonly connectionsMax: number;
  /** Connections that one shard on Lambda may have open: each is one of its 1,024 file descriptors. */
  readonly connectionsShardMax: number;
  /** Estimated price of a run in US dollars. */
  readonly dollarsMax: number;
};

/** What one caller is allowed where that is less. */
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

/** The load of one shard, and the cut of a plan. */
export const planning = {
  /**
   * Requests per second of one shard: at 5,000 of them open load costs 75 µs of CPU each and is sent within 5
   * ms of its instant at p99, on one core beside its target (`bench/driver-loopback.ts`). A little less
   * leaves room for slower cores.
   */
  requestsPerSecShard: 4_000,
  /**
   * Processors of a shard in the cloud. Each further event loop of a shard that has one can send as much
   * again.
   */
  coresShard: Math.max(1, Math.floor(driveMemoryMb / coreMemoryMb)),
  /**
   * Connections of one shard: a Lambda environment has 1,024 file descriptors; about 170 stay for Node, the
   * SDK and logs. Also its users, because each may need a connection.
   */
  descriptorsShard: 850,
  /** Longest segment: a drive lives 15 min; 3 min stay for waking early and for the last users to leave. */
  segmentMsMax: 12 * 60_000,
  /**
   * Phases and forks that wait for their starts side by side, each with a token of a kilobyte in that item.
   */
  waitingMax: 100,
  /** Phases that a warning names; of the others it gives the number. */
  phasesNamedMax: 5,
  /**
   * A phase is warned of when this part of its runs has no user at all, because users arrive at random and
   * are few.
   */
  emptyRunsMin: 0.5,
  /** Drives (shard x segment) of one phase: the most children that a Distributed Map runs at once. */
  drivesPhaseMax: stepFunctionsQuotas.mapChildren,
  /**
   * Executions at once that stay for what starts, shows, stops and merges a burst, where drives share those
   * of an account.
   */
  controlAtOnce: 5,
  /**
   * Of the drives that may run at once, the share above which a plan warns: another burst would not fit
   * beside it.
   */
  capacityShareMax: 0.8,
  /** Assumed working time of a phase that names none, for the estimate only. */
  unknownDurationMs: 60_000,
  /** Waking early, opening connections and draining, billed on top of each segment, for the estimate only. */
  segmentOverheadMs: 15_000,
} as const;

/** The watchdog of a burst. */
export const reaping = {
  /** After its planned end, and the end of what may outlive it, a burst has so long to be merged. */
  marginMs: 3_600_000,
} as const;
