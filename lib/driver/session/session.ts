import type {
  CompiledScenario,
  CompiledSequence,
  RunningSequence as Contract,
  RequestInFlight,
  Session as SessionContract,
  Value,
} from '../model/session.ts';

/** What a session needs of the phase it belongs to. */
export type Crew = {
  /** Nanoseconds since T0. */
  nowNs(): number;
  /** The session has no more to do and may be started again. */
  ended(session: Session): void;
  /** A step threw: the phase fails. */
  failed(error: unknown): void;
};

/** A running instance of a sequence. Kept and reused by its session. */
export class RunningSequence implements Contract {
  readonly compiled: CompiledSequence;
  /** Index of the step to run next. Steps that jump set it to one before their goal. */
  pc = 0;
  running = false;
  /** The request that the current step sent and may be waiting for. */
  exchange: RequestInFlight | undefined;
  timer: NodeJS.Timeout | undefined;

  constructor(compiled: CompiledSequence) {
    this.compiled = compiled;
  }
}

/** A virtual user: its variables and its running sequences, driven on one event loop without concurrency. */
export class Session implements SessionContract {
  readonly id: number;
  readonly slots: Value[];
  /** When this user should have started, nanoseconds since T0. */
  intendedNs = 0;
  /** When the session should have gone on: its start, the end of a response, the end of a pause. */
  dueNs = 0;
  /** The next request is the user's first: its latency counts from the intended start of the user. */
  first = true;
  inFlight = 0;
  stopped = false;
  active = false;
  /** Every exchange this session ever needed at once, and those that are free now. */
  readonly exchanges: RequestInFlight[] = [];
  readonly freeExchanges: RequestInFlight[] = [];
  readonly scenario: CompiledScenario;
  readonly #crew: Crew;
  readonly #sequences: readonly RunningSequence[];
  #running: RunningSequence[] = [];
  #progressing = false;
  #woken = false;

  constructor(id: number, scenario: CompiledScenario, crew: Crew) {
    this.id = id;
    this.scenario = scenario;
    this.#crew = crew;
    this.slots = new Array<Value>(scenario.slotCount).fill(undefined);
    this.#sequences = scenario.sequences.map((sequence) => new RunningSequence(sequence));
  }

  /** Starts a user. `dueNs` is later than `intendedNs` when the user had to wait for a free session. */
  start(intendedNs: number, dueNs: number): void {
    this.slots.fill(undefined);
    this.freeExchanges.length = 0;
    this.freeExchanges.push(...this.exchanges);
    for (const { slot, value } of this.scenario.builtIns) this.slots[slot] = value(this.id);
    this.intendedNs = intendedNs;
    this.dueNs = dueNs;
    this.first = true;
    this.stopped = false;
    this.active = true;
    for (const index of this.scenario.initial) this.startSequence(index);
    this.progress();
  }

  startSequence(index: number): void {
    const sequence = this.#sequences[index];
    if (sequence === undefined || sequence.running) {
      throw new Error(`sequence '${sequence?.compiled.name ?? index}' is already running`);
    }
    sequence.pc = 0;
    sequence.running = true;
    this.#running.push(sequence);
  }

  /** Runs every sequence as far as it goes; called at the start and at each wake-up. */
  progress(): void {
    if (this.#progressing) {
      this.#woken = true;
      return;
    }
    this.#progressing = true;
    try {
      do {
        this.#woken = false;
        this.#round();
      } while (this.#woken && !this.stopped);
    } catch (error) {
      this.stop();
      this.#crew.failed(error);
    }
    this.#progressing = false;
    if (this.active && this.inFlight === 0 && (this.stopped || this.#running.length === 0)) this.#end();
  }

  /** Ends this user at once and cancels its requests in flight. */
  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    for (const sequence of this.#running) this.#quiet(sequence);
    this.#running.length = 0;
    for (const exchange of this.exchanges) exchange.cancel();
    if (!this.#progressing && this.active && this.inFlight === 0) this.#end();
  }

  /** True once progress was made since the sequence began to wait, so that the other sequences are asked again. */
  #round(): void {
    let progressed = true;
    while (progressed && this.#running.length > 0) {
      progressed = false;
      for (let at = 0; at < this.#running.length; at += 1) {
        const sequence = this.#running[at];
        if (sequence === undefined) break;
        if (this.#advance(sequence)) progressed = true;
        if (this.stopped) return;
        if (!sequence.running) {
          this.#running.splice(at, 1);
          at -= 1;
        }
      }
    }
  }

  #advance(sequence: RunningSequence): boolean {
    const { steps, next } = sequence.compiled;
    const start = sequence.pc;
    let moved = false;
    for (;;) {
      const step = steps[sequence.pc];
      if (step === undefined) {
        sequence.running = false;
        if (next !== undefined) this.startSequence(next);
        return true;
      }
      if (!step(this, sequence)) return moved || sequence.pc !== start;
      if (this.stopped) return true;
      sequence.pc += 1;
      moved = true;
    }
  }

  #quiet(sequence: RunningSequence): void {
    sequence.running = false;
    sequence.exchange = undefined;
    if (sequence.timer !== undefined) clearTimeout(sequence.timer);
    sequence.timer = undefined;
  }

  #end(): void {
    this.active = false;
    this.#crew.ended(this);
  }

  /** Nanoseconds since T0, for steps that look at the time. */
  nowNs(): number {
    return this.#crew.nowNs();
  }
}
