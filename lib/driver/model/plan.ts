import type { Benchmark, Ergonomics, HotRodCluster, Phase, Target } from './benchmark.ts';
import type { FileRef } from './files.ts';
import type { Guards } from './guards.ts';
import type { StepSlas } from './sla.ts';

/**
 * The version of the format of stored plans. It increases when a plan gets another form, or when the members
 * of a step or handler in it do. A drive rejects a plan of another version.
 *
 * * 1: some members of steps and handlers had other names than in a document.
 * * 2: the members of steps and handlers have the names that they have in a document.
 */
export const planVersion = 2;

/**
 * The plan of a burst: the data that all its shards share. It is stored once. Every drive computes its own
 * work from it.
 */
export type Plan = {
  readonly version: typeof planVersion;
  /**
   * The release for which the plan was made, as a fingerprint of the drives' code. Absent: code of any
   * release.
   */
  readonly release?: string;
  readonly burst: string;
  /**
   * The seed of random numbers. Arrivals, think times and random items follow from seed, phase and shard, so
   * the same seed gives the same random numbers again.
   */
  readonly seed: number;
  /** The number of shards of the phase that has most. At least 1. */
  readonly shards: number;
  /** The drives of this plan are tasks of Fargate. Absent: they are Lambda functions. */
  readonly fargate?: Tasks;
  readonly benchmark: Benchmark;
  readonly phases: readonly PhasePlan[];
  /**
   * For each phase, the most phases (including itself) that have users at work while it has. Shared
   * connections are divided by this number (`overlap.ts`).
   */
  readonly concurrency: readonly number[];
  /** The time at which the plan was made, in epoch milliseconds. */
  readonly plannedAt: number;
  readonly estimate: Estimate;
  /**
   * Present: limits are also judged during the load, and the share of failed requests has this limit. Absent:
   * limits are judged only after a phase.
   */
  readonly stopOnFailure?: { readonly failedRatio: number };
  /** Present: after the load, the drive of this burst measures how much load its machine can send. */
  readonly calibrates?: true;
  /** References to the files that came with the document. Absent when there are none. */
  readonly files?: readonly FileRef[];
  /** Rules of the deployment for its drives. Absent: the rules for a person's own machine. */
  readonly guards?: Guards;
};

export type PhasePlan = {
  readonly index: number;
  readonly name: string;
  /** The number of shards that drive this phase. 0 for a noop phase. */
  readonly shards: number;
  readonly segments: readonly Segment[];
  /**
   * The number of event loops of each shard. Each shard gets a part of the load in proportion to this number.
   * Absent: each shard has one event loop.
   */
  readonly threads?: readonly number[];
  /**
   * The shards of the phase outside the home region, grouped by region. The shards in the home region have
   * lower numbers. Absent: all shards are in the home region.
   */
  readonly afar?: readonly Afar[];
  /**
   * Every request step of the scenario, including those inside other steps. With this list, the limits of the
   * phase can be judged without loading the code of all steps.
   */
  readonly requests: readonly StepSlas[];
  /**
   * The number of arrivals over all shards. Undefined when it is known only after the run (Poisson, always).
   */
  readonly plannedArrivals?: number;
  /** The average number of arrivals or users, for people. */
  readonly expectedArrivals: number;
};

/**
 * The shards of a phase in one region other than the home region. There are `shards` of them, from number
 * `first` on.
 */
export type Afar = { readonly region: string; readonly first: number; readonly shards: number };

/**
 * A phase in the graph that the conductor follows. It names other phases, such as those that it waits for, by
 * their indexes in the plan.
 */
export type GraphPhase = {
  readonly name: string;
  /**
   * True for a noop phase, which has no drives. It finishes when its duration is over, and terminates when
   * the phases that it covers have terminated.
   */
  readonly noop: boolean;
  /** The earliest start of the phase, in milliseconds after the start of the run. */
  readonly startTimeMs: number;
  readonly startAfter: readonly number[];
  readonly startAfterStrict: readonly number[];
  /** The phase starts `delayMs` milliseconds after the start (T0) of all these phases. */
  readonly startWith?: { readonly phases: readonly number[]; readonly delayMs: number };
  /**
   * The phases (forks or iterations) that a noop phase covers. The noop phase terminates after all of them.
   */
  readonly covers: readonly number[];
  /** Milliseconds from T0 until no new users start. Absent when only the drives can know it. */
  readonly durationMs?: number;
  readonly shards: number;
  readonly segments: number;
  readonly segmentMs: number;
  readonly afar?: readonly Afar[];
  readonly fargate?: Tasks;
  /**
   * Milliseconds from the wake-up of the drives to the start, for a phase that needs less time than the lead
   * of the burst. Such a phase has fewer drives, or reuses Lambda environments of earlier phases. Absent: the
   * phase has the lead of the burst.
   */
  readonly leadMs?: number;
  /** How the drives wake one after the other. Absent: they wake together. */
  readonly turns?: Turns;
};

/** The tasks of Fargate that send the load. A task drives its shard for as long as the phase takes. */
export type Tasks = {
  /** The number of processors of a task. */
  readonly cores: number;
};

/**
 * How drives wake one after the other: in each segment `atOnce` drives at once, then one more every `everyMs`
 * milliseconds.
 */
export type Turns = { readonly atOnce: number; readonly everyMs: number };

/**
 * A part of a phase's time that one drive can cover, in milliseconds from T0. Arrivals with startMs < t <=
 * endMs belong to it.
 */
export type Segment = {
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly last: boolean;
};

/** The price in US dollars at list prices, by kind of charge. */
export type Bill = {
  /** The price of the time for which the drives run. */
  readonly drives: number;
  /** The price of the time of all other functions, and of every invocation. */
  readonly functions: number;
  /** The price of the state transitions in Step Functions. */
  readonly stateMachine: number;
  readonly tables: number;
  readonly objects: number;
  /**
   * The price of traffic to the internet. If the target is in the same region, the traffic costs less or
   * nothing.
   */
  readonly traffic: number;
};

/** The resources and the price that a run is expected to need in AWS. */
export type Estimate = {
  readonly requestsPerUser: number;
  /** GB-seconds of the drives: memory in gigabytes times seconds. */
  readonly gbSeconds: number;
  /** Processor hours of the tasks of Fargate: processors times hours. Absent: Lambda functions drive. */
  readonly taskCoreHours?: number;
  readonly dollars: number;
  /** The estimated dollars by kind of charge. Absent in plans of earlier releases. */
  readonly parts?: Bill;
};

/** The work of one drive. It is computed from the plan with the same result on every machine. */
export type Assignment = {
  readonly phase: Phase;
  /** The index of the phase in the plan. */
  readonly phaseIndex: number;
  readonly shard: number;
  readonly shards: number;
  readonly segment: Segment;
  /**
   * The partitions of this shard among those of the phase. Each thread of each shard is one partition.
   * Present when shards have several threads.
   */
  readonly partitions?: Partitions;
  /**
   * The event loops that work for the phase, over all shards, and those of the shards before this one. Absent
   * when each shard has only one event loop.
   */
  readonly loops?: { readonly before: number; readonly all: number };
  /**
   * The event loop of the drive that does this part of the work (`thread-parts.ts`). Absent: the drive has
   * only one event loop.
   */
  readonly thread?: { readonly index: number; readonly count: number };
  readonly seed: number;
  /** The number of users of this shard, in a closed phase. */
  readonly users: number;
  /** The part of the phase's session limit for this shard, at least 1. */
  readonly maxSessions: number;
  readonly targets: readonly ShardTarget[];
  readonly hotRod?: readonly HotRodCluster[];
  readonly ergonomics: Ergonomics;
  /** Rules of the deployment for its drives. Absent: the rules for a person's own machine. */
  readonly guards?: Guards;
};

/** A target with this shard's share of the connections. */
export type ShardTarget = Target & {
  readonly shardConnections: { readonly core: number; readonly max: number; readonly buffer: number };
};

/**
 * Some of the partitions of a phase: `width` of them, from number `shard` on. `shards` is the number of all
 * partitions.
 */
export type Partitions = { readonly shard: number; readonly shards: number; readonly width: number };
