import type { GraphPhase } from '../model/plan.ts';

/** The conductor's state, events and commands. Plain JSON: one item of a table holds the state. */

/** Instants are epoch milliseconds and set once. */
export type PhaseState =
  | (Waiting & { readonly status: 'NOT_STARTED' } & Absent<keyof Release | 'finishedAt' | 'endedAt'>)
  | (Waiting & Release & { readonly status: 'SCHEDULED' } & Absent<'finishedAt' | 'endedAt'>)
  | (Waiting & Release & { readonly status: 'FINISHED'; readonly finishedAt: number } & Absent<'endedAt'>)
  | (Waiting & Release & Ended & { readonly status: 'TERMINATED' })
  /** Before its release, or after it but before its T0. `endedAt` is the instant of the cancellation. */
  | (Waiting &
      Partial<Release> & { readonly status: 'CANCELLED'; readonly endedAt: number } & Absent<'finishedAt'>);

type Waiting = {
  /**
   * The mark of the token that waits, or waited, for the reply. A repeated wait has a new token. Tokens are
   * long, so the store keeps them next to this state. Absent also for a state that waits for a start far
   * ahead, because that is not worth a write.
   */
  readonly token?: string | undefined;
  /** The state that waited has been given the decision. */
  readonly answered: boolean;
};

type Release = {
  /** T0 if the drives are ready by then. */
  readonly expectedAt: number;
  /** The first of the drives wake at this instant, where they take turns. Absent: a lead before the start. */
  readonly wakesAt?: number;
  /** The time since which every drive of the first segment is ready, or is no longer waited for. */
  readonly readyAt?: number;
  readonly t0?: number;
  /** Why the phase failed; the first reason stays. */
  readonly failed?: string;
};

type Ended = {
  /** The time since which no new users start. */
  readonly finishedAt: number;
  /** The time since which no user of the phase is at work. */
  readonly endedAt: number;
};

type Absent<Names extends string> = { readonly [Name in Names]?: undefined };

export type ConductorState = {
  readonly graph: readonly GraphPhase[];
  readonly phases: readonly PhaseState[];
  readonly failurePolicy: 'CANCEL' | 'CONTINUE';
  /**
   * Milliseconds from the wake-up of a drive to the start of its segment, when the start is known in advance.
   */
  readonly leadMs: number;
  /** Milliseconds from the release of a phase until its drives sleep. Absent: they sleep at once. */
  readonly launchMs?: number;
  /**
   * Milliseconds that a phase waits for all of its drives: `readyMs` for the first phases, `graceMs` for a
   * phase with a known start. Absent: the defaults for a few drives.
   */
  readonly readyMs?: number;
  readonly graceMs?: number;
  /** The latest instant that any event has named, epoch milliseconds. */
  readonly at: number;
  /** The time since which the first phase waits. */
  readonly gatheringSince?: number;
  /** T0 of phases without conditions: the zero of every `startTime`. */
  readonly origin?: number;
  /** The first phase that fails stops all others. */
  readonly stopOnFailure?: true;
  readonly stop?: Stop;
  /**
   * Work that is still due, and since when, in epoch milliseconds: replies to waiting states, and signals to
   * drives (signals.ts). The writer that makes work due does it. Another writer does it when it is due for
   * long, because its writer is lost.
   */
  readonly due?: Readonly<Record<string, number>>;
};

/** Asked for by somebody, or the end of a burst whose phase has failed: then with the index of that phase. */
export type Stop = { readonly at: number; readonly reason: string; readonly failed?: number };

/** `at`: epoch milliseconds, by the clock of the function that applies the event. */
export type ConductorEvent = { readonly at: number } & (
  | { readonly type: 'PhaseWaiting'; readonly phase: number; readonly token: string }
  /** Several of them, each with the mark of its token. */
  | { readonly type: 'PhasesWaiting'; readonly waiting: readonly WaitingPhase[] }
  /**
   * The states that waited with these tokens have their replies, and these signals are published for drives.
   */
  | { readonly type: 'RepliesSent'; readonly tokens: readonly string[]; readonly notified?: Signals }
  /** Every drive of the phase's first segment is connected and waits for T0. */
  | { readonly type: 'PhaseReady'; readonly phase: number }
  /** Some are gone, or the wait for all is over. */
  | ({ readonly type: 'DrivesCounted'; readonly phase: number } & Counted)
  | { readonly type: 'PhaseFinished'; readonly phase: number }
  | { readonly type: 'PhaseTerminated'; readonly phase: number; readonly failed?: string }
  /** `stopsAll`: and so that no other phase may go on, whatever the document says of failures. */
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

/** Signals to drives as text, by name: `flag`, or the index of a phase for its start. */
export type Signals = Readonly<Record<string, string>>;

/** Drives of the first segment of a phase that are ready for T0, and that are gone for good. */
export type Counted = {
  readonly ready: number;
  readonly gone: number;
  /** Reason of a lost drive, from the drive or from its state machine. */
  readonly why?: string;
};

/** The answer that is due to the state that waits with `token`. */
export type Command = {
  readonly phase: number;
  readonly token: string;
} /** The drives of the phase wake at this instant, or as soon after it as they can. */ & (
  | { readonly type: 'release'; readonly wakeAt: number }
  | { readonly type: 'release-noop'; readonly finishAt: number }
  /** Its drives have ended, and it is not settled. */
  | { readonly type: 'over' }
  | { readonly type: 'cancel'; readonly reason: string }
);

/** The state before any event: a burst that has been planned. */
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

/** @throws RangeError for an index that the plan does not have. */
export const phaseAt = ({ phases }: Pick<ConductorState, 'phases'>, index: number): PhaseState =>
  phases[index] ?? noPhase(index);

/** @throws RangeError for an index that the plan does not have. */
export const nodeAt = ({ graph }: Pick<ConductorState, 'graph'>, index: number): GraphPhase =>
  graph[index] ?? noPhase(index);

function noPhase(index: number): never {
  throw new RangeError(`the plan has no phase ${index}`);
}
