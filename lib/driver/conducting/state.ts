import type { GraphPhase } from '../model/plan.ts';

/** The conductor's state, events and commands are plain JSON. One item of a table holds the state. */

/** The state of a phase. All instants are epoch milliseconds. An instant never changes once it is set. */
export type PhaseState =
  | (Waiting & { readonly status: 'NOT_STARTED' } & Absent<keyof Release | 'finishedAt' | 'endedAt'>)
  | (Waiting & Release & { readonly status: 'SCHEDULED' } & Absent<'finishedAt' | 'endedAt'>)
  | (Waiting & Release & { readonly status: 'FINISHED'; readonly finishedAt: number } & Absent<'endedAt'>)
  | (Waiting & Release & Ended & { readonly status: 'TERMINATED' })
  /** The phase was cancelled before its T0. `endedAt` is the instant of the cancellation. */
  | (Waiting &
      Partial<Release> & { readonly status: 'CANCELLED'; readonly endedAt: number } & Absent<'finishedAt'>);

type Waiting = {
  /**
   * A mark that identifies the token of the state that waits, or waited, for the reply. A repeated wait has a
   * new token. Tokens are long, so the store keeps them outside this state. Absent also when a state waits
   * for a start far ahead, because that is not worth a write.
   */
  readonly token?: string | undefined;
  /** True when the waiting state has received the decision. */
  readonly answered: boolean;
};

type Release = {
  /** The expected T0 (the start of the load). It is the real T0 if the drives are ready before it. */
  readonly expectedAt: number;
  /**
   * The first drives of the phase wake at this instant, when its drives take turns. Absent: they wake a lead
   * before the start.
   */
  readonly wakesAt?: number;
  /** Since this time every drive of the first segment is ready, or is no longer waited for. */
  readonly readyAt?: number;
  readonly t0?: number;
  /** Why the phase failed. Later reasons do not replace the first one. */
  readonly failed?: string;
};

type Ended = {
  /** The instant from which on no new users start. */
  readonly finishedAt: number;
  /** The instant from which on no user of the phase is at work. */
  readonly endedAt: number;
};

type Absent<Names extends string> = { readonly [Name in Names]?: undefined };

export type ConductorState = {
  readonly graph: readonly GraphPhase[];
  readonly phases: readonly PhaseState[];
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  /** Milliseconds from the wake-up of a drive to its segment's start, when the start is known in advance. */
  readonly leadMs: number;
  /** Milliseconds in which a released phase starts its drives, which then sleep. Absent: they sleep now. */
  readonly launchMs?: number;
  /**
   * Milliseconds that a phase waits for all of its drives: `readyMs` for the first phases, `graceMs` for a
   * phase with a known start. Absent: the defaults for a burst with few drives.
   */
  readonly readyMs?: number;
  readonly graceMs?: number;
  /** The latest instant of all events so far, in epoch milliseconds. */
  readonly at: number;
  /** The instant since which the first phase waits. */
  readonly gatheringSince?: number;
  /** The T0 of phases without conditions. Every `startTime` counts from it. */
  readonly origin?: number;
  /** Present: the first phase that fails stops all other phases. */
  readonly stopOnFailure?: true;
  readonly stop?: Stop;
  /**
   * Work that is still due, with the instant since when, in epoch milliseconds. The work is replies to
   * waiting states, and signals to drives (signals.ts). The writer that makes work due does it. If the work
   * is due for long, that writer is lost, and another writer does it.
   */
  readonly due?: Readonly<Record<string, number>>;
};

/**
 * A stop of the whole burst. A person or program asked for it, or a phase has failed: then `failed` is the
 * index of that phase.
 */
export type Stop = { readonly at: number; readonly reason: string; readonly failed?: number };

/** An event for the conductor. `at` is epoch milliseconds, by the clock of the function that applies it. */
export type ConductorEvent = { readonly at: number } & (
  | { readonly type: 'PhaseWaiting'; readonly phase: number; readonly token: string }
  /** Several phases wait at once. `token` is the mark that identifies the token of each. */
  | { readonly type: 'PhasesWaiting'; readonly waiting: readonly WaitingPhase[] }
  /** The states that waited with these tokens have their replies, and drives can read these signals. */
  | { readonly type: 'RepliesSent'; readonly tokens: readonly string[]; readonly notified?: Signals }
  /** Every drive of the phase's first segment is connected and waits for T0. */
  | { readonly type: 'PhaseReady'; readonly phase: number }
  /** The drives of a phase were counted, because some are gone or the wait for all of them is over. */
  | ({ readonly type: 'DrivesCounted'; readonly phase: number } & Counted)
  | { readonly type: 'PhaseFinished'; readonly phase: number }
  | { readonly type: 'PhaseTerminated'; readonly phase: number; readonly failed?: string }
  /**
   * A phase has failed. With `stopsAll` no other phase may continue, even if the document lets phases
   * continue after a failure.
   */
  | {
      readonly type: 'PhaseFailed';
      readonly phase: number;
      readonly reason: string;
      readonly stopsAll?: true;
    }
  | { readonly type: 'StopRequested'; readonly reason: string }
  | { readonly type: 'Tick' }
);

export type WaitingPhase = { readonly phase: number; readonly token: string };

/** Signals to drives as text, by name: `flag` for the flag, or the index of a phase for its start. */
export type Signals = Readonly<Record<string, string>>;

/** The number of drives of a phase's first segment that are ready for T0, and that are gone for good. */
export type Counted = {
  readonly ready: number;
  readonly gone: number;
  /** Why a drive is gone, as the drive or its state machine reported it. */
  readonly why?: string;
};

/** A reply to the state that waits with `token`. The conductor owes it until it is sent. */
export type Command = {
  readonly phase: number;
  readonly token: string;
} & (
  | { readonly type: 'release-noop'; readonly finishAt: number }
  /** The drives of the phase wake at this instant, or as soon after it as they can. */
  | { readonly type: 'release'; readonly wakeAt: number }
  /** The drives of the phase have ended, and the phase is not settled. */
  | { readonly type: 'over' }
  | { readonly type: 'cancel'; readonly reason: string }
);

/** The state of a planned burst before any event. */
export const startConducting = (burst: {
  readonly graph: readonly GraphPhase[];
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  readonly leadMs: number;
  readonly launchMs?: number;
  readonly readyMs?: number;
  readonly graceMs?: number;
  readonly startedAt: number;
  readonly stopOnFailure?: boolean | undefined;
}): ConductorState => ({
  graph: burst.graph,
  phases: burst.graph.map(() => ({ status: 'NOT_STARTED', answered: false })),
  failurePolicy: burst.failurePolicy,
  leadMs: burst.leadMs,
  ...(burst.launchMs === undefined ? {} : { launchMs: burst.launchMs }),
  ...(burst.readyMs === undefined ? {} : { readyMs: burst.readyMs }),
  ...(burst.graceMs === undefined ? {} : { graceMs: burst.graceMs }),
  at: burst.startedAt,
  ...(burst.stopOnFailure === true ? { stopOnFailure: true } : {}),
});

/**
 * The state of the phase with this index.
 * @throws RangeError for an index that the plan does not have.
 */
export const phaseAt = ({ phases }: Pick<ConductorState, 'phases'>, index: number): PhaseState =>
  phases[index] ?? noPhase(index);

/**
 * The graph's node for the phase with this index.
 * @throws RangeError for an index that the plan does not have.
 */
export const nodeAt = ({ graph }: Pick<ConductorState, 'graph'>, index: number): GraphPhase =>
  graph[index] ?? noPhase(index);

function noPhase(index: number): never {
  throw new RangeError(`a bug in Downpour: the plan of the burst has no phase with the index ${index}`);
}
