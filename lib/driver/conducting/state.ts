/** What the conductor knows of a burst, what it is told, and what it answers. Plain JSON: one item of a table holds the state. */

/** One node of the phase graph; indexes are those of the plan. */
export type GraphPhase = {
  readonly name: string;
  /** A noop phase has no drives: it finishes and terminates by the clock and by what it covers. */
  readonly noop: boolean;
  /** Milliseconds after the run's origin. */
  readonly startTimeMs: number;
  readonly startAfter: readonly number[];
  readonly startAfterStrict: readonly number[];
  /** Phases that a covering noop (of forks or iterations) outlives. */
  readonly covers: readonly number[];
  /** Milliseconds from T0 until no new users start; absent when only the drives can tell. */
  readonly durationMs?: number;
  readonly shards: number;
  readonly segments: number;
  readonly segmentMs: number;
};

export type PhaseState = {
  readonly status: 'NOT_STARTED' | 'SCHEDULED' | 'FINISHED' | 'TERMINATED' | 'CANCELLED';
  /** Of the AwaitStart that waits now; a repeated wait brings a new one. */
  readonly token?: string;
  /** The decision has reached the waiting state. */
  readonly told: boolean;
  /** When the phase will start if its drives are ready by then, epoch milliseconds; set once, at its release. */
  readonly expectedAt?: number;
  /** Since when every drive of the first segment is ready, or is waited for no longer. */
  readonly readyAt?: number;
  /** Epoch milliseconds; set once. */
  readonly t0?: number;
  /** Epoch milliseconds since which no new users start. */
  readonly finishedAt?: number;
  /** Epoch milliseconds since which nothing of the phase is at work, or of its cancellation. */
  readonly endedAt?: number;
  /** Why the phase failed; the first reason stays. */
  readonly failed?: string;
};

export type ConductorState = {
  readonly graph: readonly GraphPhase[];
  readonly phases: readonly PhaseState[];
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  /** From waking a drive to the start of its segment, where that is known ahead. */
  readonly leadMs: number;
  /** The latest instant that any event has named, epoch milliseconds. */
  readonly at: number;
  /** Since when the first phase waits. */
  readonly gatheringSince?: number;
  /** T0 of phases without conditions: the zero of every `startTime`. */
  readonly origin?: number;
  readonly stop?: { readonly at: number; readonly reason: string };
};

/** `at`: epoch milliseconds of whoever applies the event. */
export type ConductorEvent = { readonly at: number } & (
  | { readonly type: 'PhaseWaiting'; readonly phase: number; readonly token: string }
  | { readonly type: 'CommandsTold'; readonly tokens: readonly string[] }
  /** Every drive of the phase's first segment is connected and waits for T0. */
  | { readonly type: 'PhaseReady'; readonly phase: number }
  | { readonly type: 'PhaseFinished'; readonly phase: number }
  | { readonly type: 'PhaseTerminated'; readonly phase: number; readonly failed?: string }
  | { readonly type: 'PhaseFailed'; readonly phase: number; readonly reason: string }
  | { readonly type: 'StopRequested'; readonly reason: string }
  | { readonly type: 'Tick' }
);

export type Command = {
  readonly phase: number;
  readonly token: string;
} /** Its drives are to wake at this instant or as soon after it as they can. */ & (
  | { readonly type: 'release'; readonly wakeAt: number }
  | { readonly type: 'release-noop'; readonly finishAt: number }
  | { readonly type: 'cancel'; readonly reason: string }
);

/** The state before any event: a burst that has been planned. */
export const startConducting = (burst: {
  readonly graph: readonly GraphPhase[];
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  readonly leadMs: number;
  readonly startedAt: number;
}): ConductorState => ({
  graph: burst.graph,
  phases: burst.graph.map(() => ({ status: 'NOT_STARTED', told: false })),
  failurePolicy: burst.failurePolicy,
  leadMs: burst.leadMs,
  at: burst.startedAt,
});
