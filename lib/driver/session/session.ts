import type { Cancel, Clock } from '../clock.ts';
import { Exchange } from '../http/exchange.ts';
import { PlacedError } from '../model/placed-error.ts';
import type {
  CompiledScenario,
  CompiledSequence,
  HandledRequest,
  RequestInFlight,
  RunningSequence as RunningSequenceModel,
  Session as SessionModel,
  Value,
} from '../model/session.ts';

/** What a session needs of the phase it belongs to. */
export type SessionHost = {
  /** Counts from T0. */
  readonly clock: Clock;
  /** The phase starts no new users. */
  readonly finished: () => boolean;
  /** The session has no more to do and may be started again. */
  ended(session: Session): void;
  /** A step threw: the phase fails. */
  failed(error: unknown): void;
};

/** A running instance of a sequence. Kept and reused by its session. */
export class RunningSequence implements RunningSequenceModel {
  readonly compiled: CompiledSequence;
  readonly index: number;
  pc = 0;
  running = false;
  /** Requests that it sent and that are not over: until then nobody takes its index. */
  requests = 0;
  /** When its next request should be ready if the user had started in time: moves on with the pauses of the scenario. */
  intendedNs = 0;
  exchange: RequestInFlight | undefined;
  cancelPause: Cancel | undefined;
  #broken = false;

  constructor(compiled: CompiledSequence, index: number) {
    this.compiled = compiled;
    this.index = index;
  }

  get free(): boolean {
    return !this.running && this.requests === 0;
  }

  /** The sequence that follows; undefined when none does. */
  get next(): number | undefined {
    return this.#broken ? undefined : this.compiled.next;
  }

  start(intendedNs: number): void {
    this.pc = 0;
    this.running = true;
    this.intendedNs = intendedNs;
    this.#broken = false;
  }

  breakOff(): void {
    this.pc = this.compiled.steps.length;
    this.#broken = true;
  }

  leave(): void {
    this.running = false;
    this.exchange = undefined;
    this.cancelPause?.();
    this.cancelPause = undefined;
  }
}

/** A virtual user: its variables and its running sequences, driven on one event loop without concurrency. */
export class Session implements SessionModel {
  readonly id: number;
  readonly slots: Value[];
  readonly resources: unknown[];
  currentRequest: HandledRequest | undefined;
  readonly #scenario: CompiledScenario;
  readonly #host: SessionHost;
  /** Every instance this session ever needed at once, by sequence and index. */
  readonly #instances: readonly RunningSequence[][];
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
  /** The sequence that is being run. */
  #current: RunningSequence | undefined;

  constructor(id: number, scenario: CompiledScenario, host: SessionHost) {
    this.id = id;
    this.#scenario = scenario;
    this.#host = host;
    this.slots = new Array<Value>(scenario.variables.length).fill(undefined);
    this.resources = new Array<unknown>(scenario.resourceCount).fill(undefined);
    this.#instances = scenario.sequences.map(() => []);
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

  get inFlight(): number {
    return this.#inFlight;
  }

  get phaseFinished(): boolean {
    return this.#host.finished();
  }

  get clock(): Clock {
    return this.#host.clock;
  }

  /** Starts a user. `dueNs` is later than `intendedNs` when the user had to wait for a free session. */
  start(intendedNs: number, dueNs: number): void {
    this.#reset();
    this.#intendedNs = intendedNs;
    this.#dueNs = dueNs;
    this.#active = true;
    for (const number of this.#scenario.initial) this.#follow(number, intendedNs);
    this.progress();
  }

  startSequence(
    number: number,
    parent: RunningSequenceModel,
    sameIndex = false,
  ): RunningSequenceModel | undefined {
    return this.#launch(number, intendedOf(parent), sameIndex ? parent.index : undefined);
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
   * Latency counts from the user's intended start for its first request, moved by the pauses that its scenario asked
   * for, and for a later one from the instant at which the session should have gone on. So neither a late generator nor
   * a wait for a session or a connection makes a target look faster.
   */
  requestBegins(sequence: RunningSequenceModel): number {
    this.#inFlight += 1;
    (sequence as RunningSequence).requests += 1;
    const first = this.#first;
    this.#first = false;
    return first ? Math.min(intendedOf(sequence), this.#dueNs) : this.#dueNs;
  }

  requestEnded(sequence: RunningSequenceModel, endedNs: number, stops: boolean): void {
    this.requestWithdrawn(sequence);
    this.#dueNs = endedNs;
    if (this.#stopped) this.#endIfDone();
    else if (stops) this.stop();
    else this.progress();
  }

  requestWithdrawn(sequence: RunningSequenceModel): void {
    this.#inFlight -= 1;
    (sequence as RunningSequence).requests -= 1;
  }

  goOn(sequence: RunningSequenceModel, dueNs: number, pausedNs: number): void {
    (sequence as RunningSequence).intendedNs += pausedNs;
    this.#dueNs = dueNs;
    this.progress();
  }

  progress(): void {
    if (this.#progressing) {
      this.#woken = true;
      return;
    }
    if (this.#stopped || !this.#active) return;
    this.#progressing = true;
    try {
      do {
        this.#woken = false;
        this.#round();
      } while (this.#woken && !this.#stopped);
    } catch (error) {
      this.fail(this.#placed(error));
    }
    this.#progressing = false;
    this.#endIfDone();
  }

  /** Ends this user at once and cancels its requests in flight. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const sequence of this.#running) sequence.leave();
    this.#running.length = 0;
    // A request may end while it is cancelled. The next user must not begin before all of them are.
    const progressing = this.#progressing;
    this.#progressing = true;
    for (const exchange of this.#exchanges) exchange.cancel();
    this.#progressing = progressing;
    this.#endIfDone();
  }

  fail(error: unknown): void {
    this.stop();
    this.#host.failed(error);
  }

  #reset(): void {
    this.slots.fill(undefined);
    this.resources.fill(undefined);
    this.#freeExchanges.length = 0;
    this.#freeExchanges.push(...this.#exchanges);
    for (const { slot, value } of this.#scenario.builtIns) this.slots[slot] = value(this.id);
    for (const { slot, length } of this.#scenario.arrays)
      this.slots[slot] = new Array<Value>(length).fill(undefined);
    this.#first = true;
    this.#stopped = false;
  }

  /** Starts a sequence that the scenario itself puts next. */
  #follow(number: number, intendedNs: number): void {
    if (this.#launch(number, intendedNs) === undefined)
      throw new Error(`sequence '${this.#scenario.sequences[number]?.name ?? number}' is already running`);
  }

  #launch(number: number, intendedNs: number, wanted?: number): RunningSequence | undefined {
    const sequence = this.#instance(number, wanted);
    if (sequence === undefined) return undefined;
    sequence.start(intendedNs);
    this.#running.push(sequence);
    return sequence;
  }

  /** The instance with this index, or the free one with the lowest; undefined when it is taken. */
  #instance(number: number, wanted?: number): RunningSequence | undefined {
    const compiled = this.#scenario.sequences[number];
    const instances = this.#instances[number];
    if (compiled === undefined || instances === undefined) throw new Error(`no sequence ${number}`);
    const most = Math.max(1, compiled.concurrency);
    for (let index = wanted ?? 0; index < most && index <= (wanted ?? most); index += 1) {
      const instance = instances[index] ?? new RunningSequence(compiled, index);
      instances[index] = instance;
      if (instance.free) return instance;
    }
    return undefined;
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
    const { steps } = sequence.compiled;
    this.#current = sequence;
    const start = sequence.pc;
    let moved = false;
    for (;;) {
      const step = steps[sequence.pc];
      if (step === undefined) {
        sequence.running = false;
        if (sequence.next !== undefined) this.#follow(sequence.next, sequence.intendedNs);
        return true;
      }
      if (!step(this, sequence)) return moved || sequence.pc !== start;
      if (this.#stopped) return true;
      sequence.pc += 1;
      moved = true;
    }
  }

  /** The error of the step that was just run, with its place. */
  #placed(error: unknown): unknown {
    const sequence = this.#current;
    const place = sequence?.compiled.places[sequence.pc];
    return place === undefined ? error : new PlacedError(place, error);
  }

  #endIfDone(): void {
    if (this.#progressing || !this.#active || this.#inFlight > 0) return;
    if (!this.#stopped && this.#running.length > 0) return;
    this.#active = false;
    this.#host.ended(this);
  }
}

/** Only a session makes running sequences, and this is its class. */
const intendedOf = (sequence: RunningSequenceModel): number => (sequence as RunningSequence).intendedNs;
