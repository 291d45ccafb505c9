import type { Cancel, Clock } from '../clock.ts';
import { Exchange } from '../http/exchange.ts';
import type {
  CompiledScenario,
  CompiledSequence,
  RequestInFlight,
  RunningSequence as RunningSequenceModel,
  Session as SessionModel,
  Value,
} from '../model/session.ts';

/** What a session needs of the phase it belongs to. */
export type SessionHost = {
  /** Counts from T0. */
  readonly clock: Clock;
  /** The session has no more to do and may be started again. */
  ended(session: Session): void;
  /** A step threw: the phase fails. */
  failed(error: unknown): void;
};

/** A running instance of a sequence. Kept and reused by its session. */
export class RunningSequence implements RunningSequenceModel {
  readonly compiled: CompiledSequence;
  /** Index of the step to run next. Steps that jump set it to one before their goal. */
  pc = 0;
  running = false;
  /** The request that the current step sent and may be waiting for. */
  exchange: RequestInFlight | undefined;
  /** Ends the pause that the current step waits for. */
  cancelPause: Cancel | undefined;

  constructor(compiled: CompiledSequence) {
    this.compiled = compiled;
  }
}

/** A virtual user: its variables and its running sequences, driven on one event loop without concurrency. */
export class Session implements SessionModel {
  readonly id: number;
  readonly slots: Value[];
  readonly #scenario: CompiledScenario;
  readonly #host: SessionHost;
  readonly #sequences: readonly RunningSequence[];
  readonly #running: RunningSequence[] = [];
  /** Every exchange this session ever needed at once, and those that are free now. */
  readonly #exchanges: RequestInFlight[] = [];
  readonly #freeExchanges: RequestInFlight[] = [];
  #intendedNs = 0;
  #dueNs = 0;
  /** The next request is the user's first: its latency counts from the intended start of the user. */
  #first = true;
  #inFlight = 0;
  #stopped = false;
  #active = false;
  #progressing = false;
  #woken = false;

  constructor(id: number, scenario: CompiledScenario, host: SessionHost) {
    this.id = id;
    this.#scenario = scenario;
    this.#host = host;
    this.slots = new Array<Value>(scenario.slotCount).fill(undefined);
    this.#sequences = scenario.sequences.map((sequence) => new RunningSequence(sequence));
  }

  get intendedNs(): number {
    return this.#intendedNs;
  }

  get dueNs(): number {
    return this.#dueNs;
  }

  /** A user is at work in this session. */
  get active(): boolean {
    return this.#active;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  get clock(): Clock {
    return this.#host.clock;
  }

  /** Starts a user. `dueNs` is later than `intendedNs` when the user had to wait for a free session. */
  start(intendedNs: number, dueNs: number): void {
    this.slots.fill(undefined);
    this.#freeExchanges.length = 0;
    this.#freeExchanges.push(...this.#exchanges);
    for (const { slot, value } of this.#scenario.builtIns) this.slots[slot] = value(this.id);
    this.#intendedNs = intendedNs;
    this.#dueNs = dueNs;
    this.#first = true;
    this.#stopped = false;
    this.#active = true;
    for (const index of this.#scenario.initial) this.startSequence(index);
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

  takeExchange(): RequestInFlight | undefined {
    const free = this.#freeExchanges.pop();
    if (free !== undefined || this.#exchanges.length >= this.#scenario.maxRequests) return free;
    const exchange = new Exchange(this);
    this.#exchanges.push(exchange);
    return exchange;
  }

  giveBack(exchange: RequestInFlight): void {
    this.#freeExchanges.push(exchange);
  }

  /**
   * Latency counts from the user's intended start for its first request, and for a later one from the instant at which
   * the session should have gone on. So neither a late generator nor a wait for a session or a connection makes a target
   * look faster.
   */
  requestBegins(): number {
    this.#inFlight += 1;
    const first = this.#first;
    this.#first = false;
    return first ? this.#intendedNs : this.#dueNs;
  }

  requestEnded(endedNs: number, stops: boolean): void {
    this.#inFlight -= 1;
    this.#dueNs = endedNs;
    if (this.#stopped) this.#endIfDone();
    else if (stops) this.stop();
    else this.progress();
  }

  requestWithdrawn(): void {
    this.#inFlight -= 1;
  }

  goOn(dueNs: number): void {
    this.#dueNs = dueNs;
    this.progress();
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
      } while (this.#woken && !this.#stopped);
    } catch (error) {
      this.stop();
      this.#host.failed(error);
    }
    this.#progressing = false;
    this.#endIfDone();
  }

  /** Ends this user at once and cancels its requests in flight. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const sequence of this.#running) this.#leave(sequence);
    this.#running.length = 0;
    // A request may end while it is cancelled. The next user must not begin before all of them are.
    const progressing = this.#progressing;
    this.#progressing = true;
    for (const exchange of this.#exchanges) exchange.cancel();
    this.#progressing = progressing;
    this.#endIfDone();
  }

  /** Asks every sequence again until none of them makes progress. */
  #round(): void {
    let progressed = true;
    while (progressed && this.#running.length > 0) {
      progressed = false;
      for (let at = 0; at < this.#running.length; at += 1) {
        const sequence = this.#running[at];
        if (sequence === undefined) break;
        if (this.#advance(sequence)) progressed = true;
        if (this.#stopped) return;
        if (!sequence.running) {
          this.#running.splice(at, 1);
          at -= 1;
        }
      }
    }
  }

  /** True when the sequence made progress. */
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
      if (this.#stopped) return true;
      sequence.pc += 1;
      moved = true;
    }
  }

  #leave(sequence: RunningSequence): void {
    sequence.running = false;
    sequence.exchange = undefined;
    sequence.cancelPause?.();
    sequence.cancelPause = undefined;
  }

  #endIfDone(): void {
    if (this.#progressing || !this.#active || this.#inFlight > 0) return;
    if (!this.#stopped && this.#running.length > 0) return;
    this.#active = false;
    this.#host.ended(this);
  }
}
