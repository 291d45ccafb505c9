import type { GraphPhase } from '../model/plan.ts';

/**
 * The types of the conductor: its state, events and commands are plain JSON. One item of a table holds the
 * state.
 */

/** The state of a phase. All instants are epoch milliseconds. An instant never changes once it is set. */
export type PhaseState =
  | (Waiting & { readonly status: 'NOT_STARTED' } & Absent<keyof Release | 'finishedAt' | 'endedAt'>)
  | (Waiting & Release & { readonly status: 'SCHEDULED' } & Absent<'finishedAt' | 'endedAt'>)
  | (Waiting & Release & { readonly status: 'FINISHED'; readonly finishedAt: number } & Absent<'endedAt'>)
  | (Waiting & Release & Ended & { readonly status: 'TERMINATED' })
  /** The phase was cancelled before its T0. `endedAt` is the instant of that decision. */
  | (Waiting &
      Partial<Release> & { readonly status: 'CANCELLED'; readonly endedAt: number } & Absent<'finishedAt'>);

type Waiting = {
  /**
   * A short id of the task token of the state in the state machine that waits, or waited, for a reply. A
   * repeated wait has a new token. Task tokens are long, so the store keeps them outside this state. Absent
   * while no state waits. Absent also for a start far ahead, because it is not worth a write.
   */
  readonly token?: string | undefined;
  /** True when the waiting state of the state machine has received its reply. */
  readonly answered: boolean;
};

type Release = {
  /**
   * The expected T0 (the start of the load), in epoch milliseconds. The real T0 is later if the drives are
   * not ready before it.
   */
  readonly expectedAt: number;
  /**
   * The instant at which the first drives of the phase wake, when too many drives for one instant wake one
   * after the other. Absent: all drives wake together, `leadMs` before the start.
   */
  readonly wakesAt?: number;
  /**
   * The instant since which every drive of the first segment is ready, or the conductor waits no longer for
   * the missing drives.
   */
  readonly readyAt?: number;
  readonly t0?: number;
  /** Why the phase failed. A later reason does not replace the first. */
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
  /**
   * The lead: milliseconds from the wake-up of a drive to the start of its segment, when the start is known
   * in advance.
   */
  readonly leadMs: number;
  /**
   * Milliseconds that a released phase needs to start all its drives, which then sleep until they wake.
   * Absent: it needs no time.
   */
  readonly launchMs?: number;
  /**
   * The most milliseconds that a phase waits for all of its drives: `readyMs` for the first phases, `graceMs`
   * for a phase with a known start. Absent: the defaults for a burst with few drives.
   */
  readonly readyMs?: number;
  readonly graceMs?: number;
  /** The latest instant of all events so far, in epoch milliseconds. */
  readonly at: number;
  /**
   * The instant of the first event of a waiting phase. The longest wait for the first phases counts from it.
   */
  readonly gatheringSince?: number;
  /** The T0 of phases without conditions. Every `startTime` counts from it. */
  readonly origin?: number;
  /** Present: the first phase that fails stops all other phases. */
  readonly stopOnFailure?: true;
  readonly stop?: Stop;
  /**
   * Work of the conductor that is still to be done, with the instant since when, in epoch milliseconds. The
   * work is replies to waiting states of the state machine, and signals to drives (signals.ts). The function
   * that makes work due does it. If the work remains due for long, that function is lost, and another one
   * does it.
   */
  readonly due?: Readonly<Record<string, number>>;
};

/**
 * A stop of the whole burst, which a person or program requests or the failure of a phase causes. After a
 * failure, `failed` is the index of the phase.
 */
export type Stop = { readonly at: number; readonly reason: string; readonly failed?: number };

/** An event for the conductor. `at` is epoch milliseconds, by the clock of the function that applies it. */
export type ConductorEvent = { readonly at: number } & (
  | { readonly type: 'PhaseWaiting'; readonly phase: number; readonly token: string }
  /**
   * Several states of the state machine wait for their phases. `token` is the short id of the task token of
   * each.
   */
  | { readonly type: 'PhasesWaiting'; readonly waiting: readonly WaitingPhase[] }
  /**
   * The states that waited with these tokens have received their replies, and these signals are stored for
   * drives.
   */
  | { readonly type: 'RepliesSent'; readonly tokens: readonly string[]; readonly notified?: Signals }
  /** Every drive of the phase's first segment is connected and waits for T0. */
  | { readonly type: 'PhaseReady'; readonly phase: number }
  /**
   * A drive has counted the ready drives of its phase, because some are lost or the wait for all of them is
   * over.
   */
  | ({ readonly type: 'DrivesCounted'; readonly phase: number } & Counted)
  | { readonly type: 'PhaseFinished'; readonly phase: number }
  | { readonly type: 'PhaseTerminated'; readonly phase: number; readonly failed?: string }
  /**
   * A phase has failed. With `stopsAll` all other phases stop too, even if the document lets phases continue
   * after a failure.
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

/**
 * The number of drives of a phase's first segment that are ready for T0 (`ready`), and that are lost for good
 * (`gone`).
 */
export type Counted = {
  readonly ready: number;
  readonly gone: number;
  /** Why a drive is lost, as the drive or its state machine reported it. */
  readonly why?: string;
};

/**
 * A reply to the state of the state machine that waits with `token`. The reply remains due until it is sent.
 */
export type Command = {
  readonly phase: number;
  readonly token: string;
} & (
  | { readonly type: 'release-noop'; readonly finishAt: number }
  /** The drives of the phase wake at this instant, or as soon after it as they can. */
  | { readonly type: 'release'; readonly wakeAt: number }
  /** The drives of the phase have ended, and the state Settle has not yet counted their reports. */
  | { readonly type: 'over' }
  | { readonly type: 'cancel'; readonly reason: string }
);

/** The state of the conductor for a planned burst, before any event. */
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
