import type { ScenarioDefinition } from './scenario/definition.ts';

/**
 * A benchmark as the rest of the driver sees it: complete, readonly, JSON-serialisable, trusted.
 * Shapes: seed part (A); defaults: seed tables and reference sections 3 to 5.
 */
export type Benchmark = {
  readonly name: string;
  readonly targets: readonly Target[];
  readonly ergonomics: Ergonomics;
  /** Run-time phases in document order; forks are already unrolled into `phase/fork` plus a covering noop `phase`. */
  readonly phases: readonly Phase[];
  /** Whether a failed phase cancels the phases not yet started. */
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  /** Number of declared agents; 0 when the document declares none. An agent becomes a shard. */
  readonly agents: number;
  readonly threads: number;
};

/** One `http` entry. */
export type Target = {
  /** Unique: the entry's `name`, else `protocol://host:port`. */
  readonly key: string;
  readonly name?: string;
  readonly protocol: 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** The text of the Host header: the configured host, with the port when one was given. */
  readonly authority: string;
  /** True for the entry that a request without authority or endpoint uses. */
  readonly isDefault: boolean;
  readonly addresses: readonly string[];
  readonly connectionStrategy: 'SHARED_POOL';
  /** Connections over all shards and concurrent phases. `core` are opened before T0. */
  readonly connections: {
    readonly core: number;
    readonly max: number;
    readonly buffer: number;
    readonly keepAliveMs: number;
  };
  readonly pipeliningLimit: number;
  /** Milliseconds from sending; undefined means no time limit (`none`). */
  readonly requestTimeoutMs?: number;
};

export type Ergonomics = {
  readonly userAgentFromSession: boolean;
  readonly autoRangeCheck: boolean;
  readonly stopOnInvalid: boolean;
};

/** How users arrive. Rates in users per second over all shards; users are counts over all shards. */
export type Arrivals =
  | { readonly kind: 'noop' }
  | { readonly kind: 'atOnce'; readonly users: number }
  | { readonly kind: 'always'; readonly users: number }
  | { readonly kind: 'constantRate'; readonly usersPerSec: number; readonly variance: boolean }
  | {
      readonly kind: 'increasingRate' | 'decreasingRate';
      readonly initialUsersPerSec: number;
      readonly targetUsersPerSec: number;
      readonly variance: boolean;
    };

export type Phase = {
  /** Full name: `phase` or `phase/fork`. Unique in a benchmark. */
  readonly name: string;
  readonly phase: string;
  /** Empty text when the phase has no forks. */
  readonly fork: string;
  readonly arrivals: Arrivals;
  /** Milliseconds after the start of the run; 0 when the document gives none. */
  readonly startTimeMs: number;
  /** Full names of phases that must have FINISHED (no new users) before this one starts. */
  readonly startAfter: readonly string[];
  /** Full names of phases that must have TERMINATED (all users gone) before this one starts. */
  readonly startAfterStrict: readonly string[];
  /** Milliseconds during which new users start. Absent for atOnce and noop without a duration. */
  readonly durationMs?: number;
  /** Hard end in milliseconds from the phase start, never below the duration. */
  readonly maxDurationMs?: number;
  /** Most users at once over all shards; open-model default: the highest rate, rounded up. */
  readonly maxSessions: number;
  readonly sessionLimitPolicy: 'FAIL' | 'CONTINUE';
  readonly isWarmup: boolean;
  /** Absent for noop phases. */
  readonly scenario?: ScenarioDefinition;
};
