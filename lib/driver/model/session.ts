import type { Clock } from '../clock.ts';
import type { ExtensionName } from './metric-extension.ts';

/**
 * Runs a step. True when the step is done, false when it waits. A waiting step has no side effects, because
 * the session calls it again each time it wakes.
 */
export type Step = (session: Session, sequence: RunningSequence) => boolean;

/**
 * A step, or a reaction to a part of a response, that never waits. An error of a step fails its phase. An
 * error of a reaction fails its request.
 */
export type Action = (session: Session, sequence: RunningSequence) => void;

/**
 * Reads a value from a session, as an instance of a sequence sees it: a variable, or a text that is made of
 * several variables.
 */
export type Read<T = Value> = (session: Session, sequence: RunningSequence) => T;

/**
 * The value of a variable. An int variable is a number; an object variable is text, bytes or a list;
 * undefined is unset. A list is either an array of fixed length whose items may be unset, or a collection
 * that grows.
 */
export type Value = number | string | Uint8Array | Value[] | undefined;

export type SetValue = Exclude<Value, undefined>;

/**
 * A virtual user, with the members that steps and requests use. Instants are nanoseconds since T0.
 *
 * Steps and handlers change only `slots` and `resources`. The session changes all other members, when its
 * functions are called.
 */
export type Session = {
  readonly id: number;
  /** The values of the variables, by slot. */
  readonly slots: Value[];
  /** More data that steps keep for this user, by number. All are undefined when a user starts. */
  readonly resources: unknown[];
  /** The instant at which this user should have started. */
  readonly intendedNs: number;
  /** The instant at which the session should have continued: its start, or the end of a response or pause. */
  readonly dueNs: number;
  /** True when the user was ended before the end of its scenario. */
  readonly stopped: boolean;
  /** The number of requests whose end this session still waits for. */
  readonly inFlight: number;
  /** True when exactly one sequence runs. */
  readonly runsOne: boolean;
  /** True when the phase starts no new users. */
  readonly phaseFinished: boolean;
  /** The request whose response the handlers receive now. Its exchange sets it. */
  currentRequest: HandledRequest | undefined;
  readonly clock: Clock;
  /**
   * Starts an instance of a sequence, which first runs when the current one waits or ends. With `sameIndex`
   * it has the index of `parent`, or else the lowest free index. Returns undefined when no index is free.
   * When the user has no space for another instance, returns undefined and fails the phase with an error at
   * `place`.
   */
  startSequence(
    number: number,
    parent: RunningSequence,
    place: string,
    sameIndex?: boolean,
  ): RunningSequence | undefined;
  /** For a step: takes an exchange for one more request. Undefined when no more may be in flight. */
  takeExchange<Exchange extends RequestInFlight>(kind: ExchangeKind<Exchange>): Exchange | undefined;
  /** Returns an exchange that is no longer needed. */
  giveBack(exchange: RequestInFlight): void;
  /** For an exchange: reports that its request begins. Returns the instant from which its latency counts. */
  requestBegins(sequence: RunningSequence): number;
  /**
   * For an exchange: reports that its request is over. The session continues. With `stops`, its user ends.
   */
  requestEnded(sequence: RunningSequence, endedNs: number, stops: boolean): void;
  /** For an exchange: reports that its request was withdrawn before it was sent: the session stops. */
  requestWithdrawn(sequence: RunningSequence): void;
  /**
   * For a step that waits for an instant: true when the instant has passed. A repeated call may give another
   * instant. `intendedNs` is the same instant for a user who had started in time.
   */
  waitUntil(sequence: RunningSequence, untilNs: number, intendedNs: number): boolean;
  /** Runs every sequence until it waits. Called when something has changed for which a sequence may wait. */
  resume(): void;
  /** Calls `call` once after this user has left, before the next user takes its place. */
  atEnd(call: () => void): void;
  /** Ends this user at once and cancels its requests in flight. */
  stop(): void;
  /** Ends this user and fails its phase. */
  fail(error: unknown): void;
};

/** A running instance of a sequence. */
export type RunningSequence = {
  /** The number of the instance in its sequence: from 0 to less than the concurrency of the sequence. */
  readonly index: number;
  /** The index of the next step. A step that jumps sets it to one before its destination. */
  pc: number;
  readonly running: boolean;
  /** The number of times that this instance has started. A result of an earlier start is ignored. */
  readonly run: number;
  /**
   * The instant at which its next request should be ready, if the user had started in time. Pauses of the
   * scenario move it.
   */
  readonly intendedNs: number;
  /** The request that the current step sent, and for which it may wait. */
  exchange: RequestInFlight | undefined;
  /** True when the current step is the last one and no other sequence follows. */
  readonly isLastStep: boolean;
  /** For a step: continues with the first step of the sequence. */
  restart(): void;
  /** Ends the sequence after the current step, and does not start the next sequence. */
  breakOff(): void;
};

/** A request in flight, with the functions that its session calls. */
export type RequestInFlight = {
  readonly done: boolean;
  readonly sent: boolean;
  cancel(): void;
};

/** The class of the exchanges of one protocol. */
export type ExchangeKind<Exchange extends RequestInFlight> = new (session: Session) => Exchange;

/** A request, with the members that the handlers of its response use. */
export type HandledRequest = {
  readonly session: Session;
  readonly sequence: RunningSequence;
  /** The URL of the request, with its target. */
  readonly url: string;
  /** False when a handler or a check has marked the response as invalid. */
  readonly valid: boolean;
  /** True when a handler has thrown an error. The user ends with this request. */
  readonly failed: boolean;
  /** Whole seconds from T0 to the sending of the request. The whole request is counted in this second. */
  readonly second: number;
  markInvalid(): void;
  /** Adds to a named count, which the metric has in addition to its counters. */
  count(extension: ExtensionName, name: string, amount: number): void;
  /** Closes the connection when the response is complete. */
  closeConnection(): void;
};

/** A scenario that is compiled to closures over numbered slots. */
export type CompiledScenario = {
  /** The names of the variables, by slot. */
  readonly variables: readonly string[];
  readonly resourceCount: number;
  readonly sequences: readonly CompiledSequence[];
  /** The indexes of the sequences that start with a session. */
  readonly initial: readonly number[];
  /** The most requests that one session may have in flight at once. */
  readonly maxRequests: number;
  /**
   * The most instances of sequences that one session may have at once. Instances that only wait for responses
   * count too.
   */
  readonly maxSequences: number;
  /** The built-in variables that this scenario reads, each with its slot. */
  readonly builtIns: readonly { readonly slot: number; readonly value: (sessionId: number) => Value }[];
  /** Slots that have one item for each instance of a sequence (`name[.]`), with the number of items. */
  readonly arrays: readonly { readonly slot: number; readonly length: number }[];
};

export type CompiledSequence = {
  readonly name: string;
  /** The most instances of the sequence at once. 0: one instance, which has no index. */
  readonly concurrency: number;
  readonly steps: readonly Step[];
  /** The place of each step in the document, for messages: phase, sequence, number and name. */
  readonly places: readonly string[];
  /** The index of the sequence that starts when this one ends. */
  readonly next?: number;
  /** Called when an instance has ended and its requests are over. It may start the next instance. */
  readonly onFree?: Action;
};
