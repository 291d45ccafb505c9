import type { Benchmark, Ergonomics, HotRodCluster, Phase, Target } from './benchmark.ts';
import type { FileRef } from './files.ts';
import type { Guards } from './guards.ts';
import type { StepSlas } from './sla.ts';

/**
 * The format of stored plans. It increases when a plan, or the body of a kind of step or handler in it, gets
 * another form. A drive refuses a plan of another format.
 *
 * * 1: before the bodies of kinds had the names of the members in a document.
 * * 2: since then.
 */
export const planVersion = 2;

/**
 * The data that all shards of a burst share. It is stored once, and every drive reads its assignment from it.
 */
export type Plan = {
  readonly version: typeof planVersion;
  /** Fingerprint of the code of the drives that this plan is for. Absent: drives of any code. */
  readonly release?: string;
  readonly burst: string;
  /** Repeats a run: arrivals, think times and random items are drawn from (seed, phase, shard). */
  readonly seed: number;
  readonly shards: number;
  /** Its drives are tasks of Fargate. Absent: they are functions. */
  readonly fargate?: Tasks;
  readonly benchmark: Benchmark;
  readonly phases: readonly PhasePlan[];
  /**
   * For each phase, the largest number of phases at work at once while it runs. Shared connections are
   * divided by it (`overlap.ts`).
   */
  readonly concurrency: readonly number[];
  /** Epoch milliseconds at which the plan was made. */
  readonly plannedAt: number;
  readonly estimate: Estimate;
  /**
   * Limits are also judged during the load, including the share of failed requests. Absent: limits are judged
   * after a phase.
   */
  readonly stopOnFailure?: { readonly failedRatio: number };
  /** The drive of this burst measures afterwards what its machine is good for. */
  readonly calibrates?: true;
  /** The files that came with the document; absent: none. */
  readonly files?: readonly FileRef[];
  /** Absent: a machine of one's own. */
  readonly guards?: Guards;
};

export type PhasePlan = {
  readonly index: number;
  readonly name: string;
  /** Number of shards that drive this phase; 0 for a noop phase. */
  readonly shards: number;
  readonly segments: readonly Segment[];
  /** Event loops of each shard, which gets its part of the load by them. Absent: one each. */
  readonly threads?: readonly number[];
  /**
   * The shards of the phase in other regions, grouped by region. The shards at home have lower numbers.
   * Absent: all shards are at home.
   */
  readonly afar?: readonly Afar[];
  /**
   * Every request step of the scenario, also those inside other steps: the phase is judged without knowing
   * the kinds of steps.
   */
  readonly requests: readonly StepSlas[];
  /** Arrivals over all shards; undefined when the number is only known afterwards (Poisson, always). */
  readonly plannedArrivals?: number;
  /** Expected arrivals or users, for people. */
  readonly expectedArrivals: number;
};

/**
 * Shards of a phase in another region than that of the deployment: `shards` shards from number `first` on.
 */
export type Afar = { readonly region: string; readonly first: number; readonly shards: number };

/** A node of the graph that the conductor follows; indexes are those of the plan. */
export type GraphPhase = {
  readonly name: string;
  /**
   * A noop phase has no drives. It finishes and terminates by the clock and with the phases that it
   * represents.
   */
  readonly noop: boolean;
  /** Milliseconds after the run's origin. */
  readonly startTimeMs: number;
  readonly startAfter: readonly number[];
  readonly startAfterStrict: readonly number[];
  /** The phase starts `delayMs` after T0 of all of these phases. */
  readonly startWith?: { readonly phases: readonly number[]; readonly delayMs: number };
  /** Phases that a covering noop (of forks or iterations) outlives. */
  readonly covers: readonly number[];
  /** Milliseconds from T0 until no new users start; absent when only the drives can tell. */
  readonly durationMs?: number;
  readonly shards: number;
  readonly segments: number;
  readonly segmentMs: number;
  readonly afar?: readonly Afar[];
  readonly fargate?: Tasks;
  /**
   * The lead of a phase whose drives find warm environments, in milliseconds. Absent: the lead of all other
   * phases.
   */
  readonly leadMs?: number;
  /** Absent: its drives wake together. */
  readonly turns?: Turns;
};

/** Drives that are tasks of Fargate. A task drives its shard for as long as the phase takes. */
export type Tasks = {
  /** Processors of a task. */
  readonly cores: number;
};

/**
 * Drives take turns: `atOnce` drives of each segment wake at once, and another drive every `everyMs`
 * milliseconds.
 */
export type Turns = { readonly atOnce: number; readonly everyMs: number };

/** Arrivals with startMs < t <= endMs belong to this segment. Milliseconds from T0. */
export type Segment = {
  readonly index: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly last: boolean;
};

/** US dollars at list prices, by kind of charge. */
export type Bill = {
  /** Time of the drives. */
  readonly drives: number;
  /** Time of the other functions, and every invocation. */
  readonly functions: number;
  /** Transitions of the state machine. */
  readonly stateMachine: number;
  readonly tables: number;
  readonly objects: number;
  /** The price from the region to the internet. A target in the same region costs less or nothing. */
  readonly traffic: number;
};

/** Expected resources of a run in AWS. */
export type Estimate = {
  readonly requestsPerUser: number;
  /** GB-seconds of the drives. */
  readonly gbSeconds: number;
  /** Processors times hours of tasks of Fargate. Absent: functions drive. */
  readonly taskCoreHours?: number;
  readonly dollars: number;
  /** The same dollars by kind of charge. Absent in plans of earlier releases. */
  readonly parts?: Bill;
};

/** The work of one drive; cut out of the plan by arithmetic, the same on every machine. */
export type Assignment = {
  readonly phase: Phase;
  /** Position of the phase in the plan. */
  readonly phaseIndex: number;
  readonly shard: number;
  readonly shards: number;
  readonly segment: Segment;
  /**
   * The partitions of a phase whose shards have several threads: their number is the number of all threads,
   * and this shard has these partitions.
   */
  readonly partitions?: Partitions;
  /**
   * The event loop of the drive that does this part of the work (`thread-parts.ts`). Absent: the drive has
   * only one.
   */
  readonly thread?: { readonly index: number; readonly count: number };
  readonly seed: number;
  /** This shard's users of a closed phase. */
  readonly users: number;
  /** This shard's session limit, at least 1. */
  readonly maxSessions: number;
  readonly targets: readonly ShardTarget[];
  readonly hotRod?: readonly HotRodCluster[];
  readonly ergonomics: Ergonomics;
  /** Absent: a machine of one's own. */
  readonly guards?: Guards;
};

/** A target with this shard's cut of the connections. */
export type ShardTarget = Target & {
  readonly shardConnections: { readonly core: number; readonly max: number; readonly buffer: number };
};

/** `width` partitions of `shards`, from number `shard` on. */
export type Partitions = { readonly shard: number; readonly shards: number; readonly width: number };
