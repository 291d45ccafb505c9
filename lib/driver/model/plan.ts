import type { Benchmark, Ergonomics, HotRodCluster, Phase, Target } from './benchmark.ts';
import type { FileRef } from './files.ts';
import type { Guards } from './guards.ts';
import type { StepSlas } from './sla.ts';

/**
 * The format of stored plans. It increases when a plan, or the body of a kind of step or handler in it, gets
 * another form. A drive refuses a plan of another format.
 *
 * * 1: before the bodies of kinds had the names of the members in a document.
 * * 2: the bodies of kinds have these names.
 */
export const planVersion = 2;

/** The data that all shards of a burst share. Stored once. Every drive reads its assignment from it. */
export type Plan = {
  readonly version: typeof planVersion;
  /** The fingerprint of the drives' code for which this plan was made. Absent: code of any release. */
  readonly release?: string;
  readonly burst: string;
  /**
   * The seed of random numbers. Arrivals, think times and random items follow from (seed, phase, shard), so
   * the same seed repeats a run.
   */
  readonly seed: number;
  /** The most shards of a phase, at least 1. */
  readonly shards: number;
  /** The drives of this plan are tasks of Fargate. Absent: they are Lambda functions. */
  readonly fargate?: Tasks;
  readonly benchmark: Benchmark;
  readonly phases: readonly PhasePlan[];
  /**
   * The largest number of phases at work at once while each phase runs. Shared connections are divided by it
   * (`overlap.ts`).
   */
  readonly concurrency: readonly number[];
  /** The time at which the plan was made, in epoch milliseconds. */
  readonly plannedAt: number;
  readonly estimate: Estimate;
  /**
   * Present: limits are also judged during the load, including the share of failed requests. Absent: limits
   * are judged after a phase.
   */
  readonly stopOnFailure?: { readonly failedRatio: number };
  /** Present: the drive of this burst measures afterwards how much load its machine can send. */
  readonly calibrates?: true;
  /** The files that came with the document. Absent when there are none. */
  readonly files?: readonly FileRef[];
  /** Rules of the deployment. Absent: the rules for a person's own machine. */
  readonly guards?: Guards;
};

export type PhasePlan = {
  readonly index: number;
  readonly name: string;
  /** The number of shards that drive this phase. 0 for a noop phase. */
  readonly shards: number;
  readonly segments: readonly Segment[];
  /**
   * The number of event loops of each shard. A shard's share of the load is in proportion to it. Absent: one
   * event loop each.
   */
  readonly threads?: readonly number[];
  /**
   * The shards of the phase in other regions, grouped by region. The shards in the home region have lower
   * numbers. Absent: all shards are in the home region.
   */
  readonly afar?: readonly Afar[];
  /**
   * Every request step of the scenario, including those inside other steps. With this list, the phase is
   * judged without the registry of steps.
   */
  readonly requests: readonly StepSlas[];
  /** Arrivals over all shards. Undefined when the number is known only after the run (Poisson, always). */
  readonly plannedArrivals?: number;
  /** The expected number of arrivals or users, for people. */
  readonly expectedArrivals: number;
};

/** Shards of a phase outside the home region: `shards` of them in `region`, from number `first` on. */
export type Afar = { readonly region: string; readonly first: number; readonly shards: number };

/** A phase in the graph that the conductor follows. Indexes are those of the plan. */
export type GraphPhase = {
  readonly name: string;
  /**
   * True for a noop phase. It has no drives. It finishes and terminates by the clock and with the phases that
   * it covers.
   */
  readonly noop: boolean;
  /** The earliest start of the phase, in milliseconds after the origin of the run. */
  readonly startTimeMs: number;
  readonly startAfter: readonly number[];
  readonly startAfterStrict: readonly number[];
  /** The phase starts `delayMs` after T0 of all of these phases. */
  readonly startWith?: { readonly phases: readonly number[]; readonly delayMs: number };
  /** The phases that a noop covers (forks or iterations). The noop terminates after all of them. */
  readonly covers: readonly number[];
  /** Milliseconds from T0 until no new users start. Absent when only the drives know it. */
  readonly durationMs?: number;
  readonly shards: number;
  readonly segments: number;
  readonly segmentMs: number;
  readonly afar?: readonly Afar[];
  readonly fargate?: Tasks;
  /**
   * The lead of a phase that finds warm environments, in milliseconds. Absent: the lead of all other phases.
   */
  readonly leadMs?: number;
  /** The turns in which the drives wake. Absent: they wake together. */
  readonly turns?: Turns;
};

/** Load generators (drives) in tasks of Fargate. A task drives its shard for as long as the phase takes. */
export type Tasks = {
  /** Processors of a task. */
  readonly cores: number;
};

/**
 * Drives wake in turns: `atOnce` drives of each segment at once, then one more every `everyMs` milliseconds.
 */
export type Turns = { readonly atOnce: number; readonly everyMs: number };

/** A part of a phase's time, in milliseconds from T0. Arrivals with startMs < t <= endMs belong to it. */
export type Segment = {
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly last: boolean;
};

/** The price in US dollars at list prices, by kind of charge. */
export type Bill = {
  /** The price of the time for which the load generators run. */
  readonly drives: number;
  /** The price of the time of the other functions, and of every invocation. */
  readonly functions: number;
  /** The price of the transitions of the state machine. */
  readonly stateMachine: number;
  readonly tables: number;
  readonly objects: number;
  /** The price of traffic to the internet. A target in the same region costs less or nothing. */
  readonly traffic: number;
};

/** The resources that a run is expected to use in AWS. */
export type Estimate = {
  readonly requestsPerUser: number;
  /** GB-seconds of the drives. */
  readonly gbSeconds: number;
  /** Processors times hours of tasks of Fargate. Absent: functions drive. */
  readonly taskCoreHours?: number;
  readonly dollars: number;
  /** The estimated dollars by kind of charge. Absent in plans of earlier releases. */
  readonly parts?: Bill;
};

/** The work of one drive. Arithmetic on the plan gives the same result on every machine. */
export type Assignment = {
  readonly phase: Phase;
  /** The index of the phase in the plan. */
  readonly phaseIndex: number;
  readonly shard: number;
  readonly shards: number;
  readonly segment: Segment;
  /**
   * The partitions of this shard, when the shards of the phase have several threads. Each thread of each
   * shard is one partition.
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
  /** The part of the session limit for this shard, at least 1. */
  readonly maxSessions: number;
  readonly targets: readonly ShardTarget[];
  readonly hotRod?: readonly HotRodCluster[];
  readonly ergonomics: Ergonomics;
  /** Rules of the deployment. Absent: the rules for a person's own machine. */
  readonly guards?: Guards;
};

/** A target with this shard's share of the connections. */
export type ShardTarget = Target & {
  readonly shardConnections: { readonly core: number; readonly max: number; readonly buffer: number };
};

/** Some partitions of a phase: `width` of them, from number `shard` on. `shards` is their total number. */
export type Partitions = { readonly shard: number; readonly shards: number; readonly width: number };
