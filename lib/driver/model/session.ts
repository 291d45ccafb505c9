/**
 * One step at run time: true when it progressed, false when it waits. A waiting step has no side effects: it is
 * asked again whenever its session is woken.
 */
export type Step = (session: Session, sequence: RunningSequence) => boolean;

/** An int variable is a number, an object variable text; undefined is unset. */
export type Value = number | string | undefined;

/** A virtual user as its steps and requests see it. Instants in nanoseconds since T0. */
export type Session = {
  readonly id: number;
  /** Values of the variables, by slot. */
  readonly slots: Value[];
  readonly scenario: CompiledScenario;
  /** When this user should have started. */
  readonly intendedNs: number;
  /** When the session should have gone on: its start, the end of a response, the end of a pause. */
  dueNs: number;
  /** The next request is the user's first: its latency counts from the intended start of the user. */
  first: boolean;
  /** Requests sent or waiting for a connection. */
  inFlight: number;
  readonly stopped: boolean;
  /** Every request object this session ever needed at once, and those that are free now. */
  readonly exchanges: RequestInFlight[];
  readonly freeExchanges: RequestInFlight[];
  nowNs(): number;
  /** Runs every sequence as far as it goes. */
  progress(): void;
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
  timer: NodeJS.Timeout | undefined;
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
