import type { Cancel, Clock } from '../clock.ts';

/**
 * One step at run time: true when it progressed, false when it waits. A waiting step has no side effects: it is
 * asked again whenever its session is woken.
 */
export type Step = (session: Session, sequence: RunningSequence) => boolean;

/** An int variable is a number, an object variable text; undefined is unset. */
export type Value = number | string | undefined;

/**
 * A virtual user as its steps and requests see it. Instants in nanoseconds since T0.
 *
 * Who changes what: steps and handlers write `slots`; everything else is the session's own and moves through these
 * functions.
 */
export type Session = {
  readonly id: number;
  /** Values of the variables, by slot. */
  readonly slots: Value[];
  /** When this user should have started. */
  readonly intendedNs: number;
  /** When the session should have gone on: its start, the end of a response, the end of a pause. */
  readonly dueNs: number;
  /** The user was ended before its scenario was. */
  readonly stopped: boolean;
  readonly clock: Clock;
  /** For a step: an exchange for one more request; undefined when as many are in flight as the scenario allows. */
  takeExchange(): RequestInFlight | undefined;
  /** An exchange that nobody needs any more. */
  giveBack(exchange: RequestInFlight): void;
  /** For an exchange: its request begins. Returns the instant that its latency counts from. */
  requestBegins(): number;
  /** For an exchange: its request is over. The session goes on from there; with `stops` its user ends. */
  requestEnded(endedNs: number, stops: boolean): void;
  /** For an exchange: its request was taken back before it was sent, because the session stops. */
  requestWithdrawn(): void;
  /** For a pause: it ended at this instant, and the session goes on. */
  goOn(dueNs: number): void;
  /** Ends this user at once and cancels its requests in flight. */
  stop(): void;
};

/** A running instance of a sequence. */
export type RunningSequence = {
  /** Index of the step to run next. Steps that jump set it to one before their goal. */
  pc: number;
  readonly running: boolean;
  /** The request that the current step sent and may be waiting for. */
  exchange: RequestInFlight | undefined;
  /** Ends the pause that the current step waits for. */
  cancelPause: Cancel | undefined;
};

/** A request as its session sees it. */
export type RequestInFlight = {
  readonly done: boolean;
  readonly sent: boolean;
  cancel(): void;
};

/** A scenario as closures over numbered slots. */
export type CompiledScenario = {
  readonly slotCount: number;
  readonly sequences: readonly CompiledSequence[];
  /** Indexes of the sequences that start with a session. */
  readonly initial: readonly number[];
  /** Requests that one session may have in flight at once. */
  readonly maxRequests: number;
  /** Slots of the built-in variables that this scenario reads. */
  readonly builtIns: readonly { readonly slot: number; readonly value: (sessionId: number) => Value }[];
};

export type CompiledSequence = {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Index of the sequence that starts when this one ends. */
  readonly next?: number;
};
