import type { Clock } from '../clock.ts';
import type { ExtensionName } from './metric-extension.ts';

/**
 * Runs a step. True when the step is done, false when it waits. A step that returns false must have changed
 * nothing, because the session calls it again each time it wakes.
 */
export type Step = (session: Session, sequence: RunningSequence) => boolean;

/**
 * A step, or a function that a handler calls, that never waits. An error in a step fails its phase. An error
 * in a handler fails only its request.
 */
export type Action = (session: Session, sequence: RunningSequence) => void;

/**
 * Reads a value for an instance of a sequence: a variable of its session, or a text that is made of several
 * variables.
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
 * Steps and handlers change only `slots` and `resources`. All other members change only inside the session.
 */
export type Session = {
  readonly id: number;
  /** The values of the variables, by number (slot). */
  readonly slots: Value[];
  /** Further data that steps keep for this user, by number. All of them are undefined when a user starts. */
  readonly resources: unknown[];
  /** The instant at which this user should have started. */
  readonly intendedNs: number;
  /**
   * The instant at which the session should have continued last: its start, or the end of a response or
   * pause.
   */
  readonly dueNs: number;
  /** True when the user was ended before the end of its scenario. */
  readonly stopped: boolean;
  /** True when a request got no connection, or when the target closed the connection without a byte. */
  couldNotConnect: boolean;
  /**
   * The number of requests that this session has begun and that are not over. Some may still wait for a
   * connection.
   */
  readonly inFlight: number;
  /** True when exactly one sequence runs. */
  readonly runsOne: boolean;
  /** True when the phase starts no new users. */
  readonly phaseFinished: boolean;
  /** The request whose response the handlers are receiving now. Its exchange sets this member. */
  currentRequest: HandledRequest | undefined;
  readonly clock: Clock;
  /**
   * Starts an instance of a sequence, which runs for the first time when the current instance waits or ends.
   * With `sameIndex` it gets the index of `parent`, or else the lowest free index. Undefined when no index is
   * free. If the user may have no further instance, the phase fails with an error at `place`, and the result
   * is undefined too.
   */
  startSequence(
    number: number,
    parent: RunningSequence,
    place: string,
    sameIndex?: boolean,
  ): RunningSequence | undefined;
  /**
   * Called by a step: returns an exchange for one more request. Undefined when the user may have no more
   * requests in flight.
   */
  takeExchange<Exchange extends RequestInFlight>(kind: ExchangeKind<Exchange>): Exchange | undefined;
  /** Called by an exchange that is no longer needed, so that the session can use it again. */
  giveBack(exchange: RequestInFlight): void;
  /** Called by an exchange when its request begins. Returns the instant from which its latency counts. */
  requestBegins(sequence: RunningSequence): number;
  /**
   * Called by an exchange when its request is over. The session then continues, or with `stops` its user
   * ends.
   */
  requestEnded(sequence: RunningSequence, endedNs: number, stops: boolean): void;
  /** Called by an exchange when its request was withdrawn before it was sent, because the session stops. */
  requestWithdrawn(sequence: RunningSequence): void;
  /**
   * Called by a step that waits until an instant: true when the instant has passed. A repeated call may give
   * another instant. `intendedNs` is the same instant for a user who had started in time.
   */
  waitUntil(sequence: RunningSequence, untilNs: number, intendedNs: number): boolean;
  /**
   * Runs every sequence until it waits or ends. Called when something has changed for which a sequence may
   * wait.
   */
  resume(): void;
  /**
   * Registers a function that is called once when this user has left, before the next user starts in the
   * session.
   */
  atEnd(call: () => void): void;
  /** Ends this user at once and cancels its requests in flight. */
  stop(): void;
  /** Ends this user and makes its phase fail. */
  fail(error: unknown): void;
};

/** A running instance of a sequence, as its steps see it. */
export type RunningSequence = {
  /** The number of the instance in its sequence: from 0 to less than the concurrency of the sequence. */
  readonly index: number;
  /**
   * The index of the step that runs, or that runs next. A step that jumps sets it to the index before its
   * destination.
   */
  pc: number;
  readonly running: boolean;
  /**
   * The number of times that this instance has started. Results that belong to an earlier start are ignored.
   */
  readonly run: number;
  /**
   * The instant at which its next request would be ready if the user had started in time. Pauses of the
   * scenario move it.
   */
  readonly intendedNs: number;
  /** The request that the current step sent, and for which it may wait. */
  exchange: RequestInFlight | undefined;
  /** True when the current step is the last one and no other sequence follows. */
  readonly isLastStep: boolean;
  /** Called by a step: continues with the first step of the sequence. */
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

/** The class of the exchanges (requests in flight) of one protocol. */
export type ExchangeKind<Exchange extends RequestInFlight> = new (session: Session) => Exchange;

/** A request, with the members that the handlers of its response may use. */
export type HandledRequest = {
  readonly session: Session;
  readonly sequence: RunningSequence;
  /** The whole URL of the request. */
  readonly url: string;
  /** False when a handler or a check has marked the response as invalid. */
  readonly valid: boolean;
  /** True when a handler has thrown an error. The user ends with this request. */
  readonly failed: boolean;
  /** The second since T0 in which the request is counted: that of its planned start. */
  readonly second: number;
  markInvalid(): void;
  /** Adds to a named count, which the metric of the request has in addition to its counters. */
  count(extension: ExtensionName, name: string, amount: number): void;
  /** Requests that the connection is closed when the response is complete. */
  closeConnection(): void;
};

/** A compiled scenario: its steps are functions, and its variables are numbered (slots). */
export type CompiledScenario = {
  /** The names of the variables. The index of a name is the variable's number (slot). */
  readonly variables: readonly string[];
  readonly resourceCount: number;
  readonly sequences: readonly CompiledSequence[];
  /** The indexes of the sequences that start with each user. */
  readonly initial: readonly number[];
  /** The most requests that one user may have in flight at once. */
  readonly maxRequests: number;
  /**
   * The most instances of sequences that one user may have at once. Instances that have ended and wait for
   * responses count too.
   */
  readonly maxSequences: number;
  /** The built-in variables that this scenario reads, each with its number (slot). */
  readonly builtIns: readonly { readonly slot: number; readonly value: (sessionId: number) => Value }[];
  /**
   * The array variables with one item for each instance of a sequence (`name[.]`), each with its number of
   * items.
   */
  readonly arrays: readonly { readonly slot: number; readonly length: number }[];
};

export type CompiledSequence = {
  readonly name: string;
  /** The most instances of the sequence at once. 0: it has one instance without an index. */
  readonly concurrency: number;
  readonly steps: readonly Step[];
  /** The place of each step in the document, for messages: phase, sequence, number and name. */
  readonly places: readonly string[];
  /** The index of the sequence that starts when this one ends. */
  readonly next?: number;
  /** Called when an instance has ended and all its requests are over. It may start the next instance. */
  readonly onFree?: Action;
};
