import type { Clock } from '../clock.ts';
import type { ExtensionName } from './extensions.ts';

/**
 * A step at run time: true when it progressed, false when it waits. A waiting step has no side effects: it
 * is asked again whenever its session is woken.
 */
export type Step = (session: Session, sequence: RunningSequence) => boolean;

/**
 * A step, or a reaction to a part of a response, that never waits. An error of a step fails its phase. An
 * error of a reaction fails its request.
 */
export type Action = (session: Session, sequence: RunningSequence) => void;

/**
 * Takes something from a session, as the instance of a sequence sees it: a variable, a text made of several.
 */
export type Read<T = Value> = (session: Session, sequence: RunningSequence) => T;

/**
 * An int variable is a number, an object variable text, bytes or a list; undefined is unset. A list is either
 * an array of fixed length whose items may be unset, or a collection that grows.
 */
export type Value = number | string | Uint8Array | Value[] | undefined;

export type SetValue = Exclude<Value, undefined>;

/**
 * A virtual user, with the members that its steps and requests use. Instants are nanoseconds since T0.
 *
 * Steps and handlers change only `slots` and `resources`. The session changes everything else, through these
 * functions.
 */
export type Session = {
  readonly id: number;
  /** Values of the variables, by slot. */
  readonly slots: Value[];
  /**
   * Data of the steps about this user, by number, in addition to its variables. All are undefined when a user
   * starts.
   */
  readonly resources: unknown[];
  /** When this user should have started. */
  readonly intendedNs: number;
  /** When the session should have gone on: its start, the end of a response, the end of a pause. */
  readonly dueNs: number;
  /** The user was ended before its scenario was. */
  readonly stopped: boolean;
  /** Requests whose end this session still waits for. */
  readonly inFlight: number;
  /** True when exactly one sequence runs. */
  readonly runsOne: boolean;
  /** The phase starts no new users. */
  readonly phaseFinished: boolean;
  /** The request whose response is being handled; written by its exchange. */
  currentRequest: HandledRequest | undefined;
  readonly clock: Clock;
  /**
   * Starts an instance of a sequence; it first runs when the current one waits or ends. `sameIndex`: at the
   * index of `parent`, else at the lowest free one. Undefined when no index is free, and when the user has no
   * room for a further instance: that fails the phase, with an error at `place`.
   */
  startSequence(
    number: number,
    parent: RunningSequence,
    place: string,
    sameIndex?: boolean,
  ): RunningSequence | undefined;
  /**
   * For a step: an exchange for one more request. Undefined when the scenario allows no further request in
   * flight.
   */
  takeExchange<Exchange extends RequestInFlight>(kind: ExchangeKind<Exchange>): Exchange | undefined;
  /** Returns an exchange that no code needs any more. */
  giveBack(exchange: RequestInFlight): void;
  /** For an exchange: reports that its request begins. Returns the instant from which its latency counts. */
  requestBegins(sequence: RunningSequence): number;
  /**
   * For an exchange: reports that its request is over. The session continues. With `stops`, its user ends.
   */
  requestEnded(sequence: RunningSequence, endedNs: number, stops: boolean): void;
  /**
   * For an exchange: reports that its request was withdrawn before it was sent, because the session stops.
   */
  requestWithdrawn(sequence: RunningSequence): void;
  /**
   * For a step that waits for an instant: true once the instant has passed. A repeated call may name another
   * instant. `intendedNs` is the same instant for a user who had started in time.
   */
  waitUntil(sequence: RunningSequence, untilNs: number, intendedNs: number): boolean;
  /** Runs every sequence as far as it goes: something they may wait for has changed right now. */
  resume(): void;
  /** Called once when this user is gone, before the next one takes its place. */
  atEnd(call: () => void): void;
  /** Ends this user at once and cancels its requests in flight. */
  stop(): void;
  /** Ends this user and fails its phase. */
  fail(error: unknown): void;
};

/** A running instance of a sequence. */
export type RunningSequence = {
  /** The number of the instance in its sequence, from 0 to below the concurrency of the sequence. */
  readonly index: number;
  /** Index of the step to run next. Steps that jump set it to one before their goal. */
  pc: number;
  readonly running: boolean;
  /** The number of starts of the instance. A result that belongs to an earlier start is ignored. */
  readonly run: number;
  /**
   * The instant at which its next request should be ready if the user had started in time. Pauses of the
   * scenario move it.
   */
  readonly intendedNs: number;
  /** The request that the current step sent and may be waiting for. */
  exchange: RequestInFlight | undefined;
  /** The current step is the last, and no other sequence follows. */
  readonly isLastStep: boolean;
  /** For a step: the next step is the first step of the sequence. */
  restart(): void;
  /** Ends the sequence after the current step, and does not start the next sequence. */
  breakOff(): void;
};

/** A request as its session sees it. */
export type RequestInFlight = {
  readonly done: boolean;
  readonly sent: boolean;
  cancel(): void;
};

/** The class of the exchanges of one protocol. */
export type ExchangeKind<Exchange extends RequestInFlight> = new (session: Session) => Exchange;

/** A request as the handlers of its response see it. */
export type HandledRequest = {
  readonly session: Session;
  readonly sequence: RunningSequence;
  /** URL of the request, with its target. */
  readonly url: string;
  /** False when a handler or a check marked the response invalid. */
  readonly valid: boolean;
  /** A handler has thrown: the user ends with this request. */
  readonly failed: boolean;
  /** Whole seconds from T0 to its sending: all of a request is counted there. */
  readonly second: number;
  markInvalid(): void;
  /** Adds to a count by name, which the metric has in addition to its counters. */
  count(extension: ExtensionName, name: string, amount: number): void;
  /** Closes the connection once the response is complete. */
  closeConnection(): void;
};

/** A scenario as closures over numbered slots. */
export type CompiledScenario = {
  /** Names of the variables, by slot. */
  readonly variables: readonly string[];
  readonly resourceCount: number;
  readonly sequences: readonly CompiledSequence[];
  /** Indexes of the sequences that start with a session. */
  readonly initial: readonly number[];
  /** Requests that one session may have in flight at once. */
  readonly maxRequests: number;
  /**
   * Instances of sequences that one session may have at once, those included that wait for responses only.
   */
  readonly maxSequences: number;
  /** Slots of the built-in variables that this scenario reads. */
  readonly builtIns: readonly { readonly slot: number; readonly value: (sessionId: number) => Value }[];
  /** Slots that hold one item for each instance of a sequence (`name[.]`), and how many. */
  readonly arrays: readonly { readonly slot: number; readonly length: number }[];
};

export type CompiledSequence = {
  readonly name: string;
  /** Most instances at once; 0: one, and it has no index of its own. */
  readonly concurrency: number;
  readonly steps: readonly Step[];
  /** Place of each step in the document, for messages: phase, sequence, number and name. */
  readonly places: readonly string[];
  /** Index of the sequence that starts when this one ends. */
  readonly next?: number;
  /** Called when an instance has ended and its requests are over; it may start the next one. */
  readonly onFree?: Action;
};
