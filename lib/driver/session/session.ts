import type { Clock } from '../clock.ts';
import { PlacedError } from '../model/placed-error.ts';
import type {
  CompiledScenario,
  ExchangeKind,
  HandledRequest,
  RequestInFlight,
  RunningSequence as RunningSequenceModel,
  Session as SessionModel,
  Value,
} from '../model/session.ts';
import { scenarios } from '../scenario/limits.ts';
import { Instances } from './instances.ts';
import type { RunningSequence } from './running-sequence.ts';

/** The part of a phase that its sessions use. */
export type SessionHost = {
  /** The clock of the drive. Its instants count from T0 of the phase. */
  readonly clock: Clock;
  /** True when the phase starts no new users. */
  readonly finished: () => boolean;
  /** Called when the user of the session has ended. Another user may start in the session. */
  ended(session: Session): void;
  /** Called with the error when a step threw an error, so that the phase fails. */
  failed(error: unknown): void;
};

/**
 * A virtual user: its variables and its running sequences. All of it runs on one event loop, so no two steps
 * run at the same time.
 */
export class Session implements SessionModel {
  readonly id: number;
  readonly slots: Value[];
  readonly resources: unknown[];
  currentRequest: HandledRequest | undefined;
  couldNotConnect = false;
  readonly #scenario: CompiledScenario;
  readonly #host: SessionHost;
  readonly #instances: Instances;
  readonly #running: RunningSequence[] = [];
  /**
   * All exchanges (a request with its response) that this session has made. `#freeExchanges` has those that
   * are not in use.
   */
  readonly #exchanges: RequestInFlight[] = [];
  readonly #freeExchanges: RequestInFlight[] = [];
  #intendedNs = 0;
  #dueNs = 0;
  /**
   * True until the user sends its first request. The latency of that request counts from the intended start
   * of the user.
   */
  #first = true;
  /**
   * The intended end of the latest pause. A sequence that waited for a value which is set after this pause
   * continues from that instant.
   */
  #pausedToNs = 0;
  #inFlight = 0;
  /**
   * The number of steps that ran since the session last waited. A bound on it detects loops without a wait.
   */
  #steps = 0;
  #stopped = false;
  #active = false;
  #progressing = false;
  #woken = false;
  readonly #atEnd: (() => void)[] = [];
  #current: RunningSequence | undefined;

  constructor(id: number, scenario: CompiledScenario, host: SessionHost) {
    this.id = id;
    this.#scenario = scenario;
    this.#host = host;
    this.slots = new Array<Value>(scenario.variables.length).fill(undefined);
    this.resources = new Array<unknown>(scenario.resourceCount).fill(undefined);
    this.#instances = new Instances(scenario);
  }

  get intendedNs(): number {
    return this.#intendedNs;
  }

  get dueNs(): number {
    return this.#dueNs;
  }

  /** True while a user is active in this session. */
  get active(): boolean {
    return this.#active;
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /**
   * The place in the document of a step whose wait nothing can end: the user has no request in flight and no
   * pause. Undefined for a user who can continue.
   */
  get stuckAt(): string | undefined {
    if (!this.#active || this.#inFlight > 0) return undefined;
    if (this.#running.some(({ cancelPause }) => cancelPause !== undefined)) return undefined;
    const [sequence] = this.#running;
    return sequence?.compiled.places[sequence.pc];
  }

  get runsOne(): boolean {
    return this.#running.length === 1;
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

  /**
   * Starts a user. `intendedNs` is its planned start. `dueNs` is later when the user had to wait for a free
   * session.
   */
  start(intendedNs: number, dueNs: number): void {
    this.#reset();
    this.couldNotConnect = false;
    this.#intendedNs = intendedNs;
    this.#dueNs = dueNs;
    this.#active = true;
    for (const number of this.#scenario.initial) this.#follow(number, intendedNs);
    this.#runSteps();
  }

  startSequence(
    number: number,
    parent: RunningSequenceModel,
    place: string,
    sameIndex = false,
  ): RunningSequenceModel | undefined {
    if (this.#stopped) return undefined;
    try {
      const started = this.#instances.start(number, parent.intendedNs, sameIndex ? parent.index : undefined);
      if (started !== undefined) this.#running.push(started);
      return started;
    } catch (error) {
      // The error is not thrown here, because a handler of a response may call this function. An error in a
      // handler would only end its request, not the phase.
      this.fail(new PlacedError(place, error));
      return undefined;
    }
  }

  takeExchange<Exchange extends RequestInFlight>(kind: ExchangeKind<Exchange>): Exchange | undefined {
    const free = this.#freeExchanges;
    // The last free exchange nearly always has the right kind, because few scenarios use two protocols.
    for (let at = free.length - 1; at >= 0; at -= 1) {
      const found = free[at];
      if (!(found instanceof kind)) continue;
      free[at] = free[free.length - 1] as RequestInFlight;
      free.pop();
      return found;
    }
    if (this.#exchanges.length - free.length >= this.#scenario.maxRequests) return undefined;
    const exchange = new kind(this);
    this.#exchanges.push(exchange);
    return exchange;
  }

  giveBack(exchange: RequestInFlight): void {
    this.#freeExchanges.push(exchange);
  }

  /**
   * Returns the instant from which the latency of a request counts. For the user's first request, it is the
   * intended start of the user, plus the pauses of the scenario. For a later request, it is the instant at
   * which the session should have continued. So a target never looks faster because the generator was late,
   * or because a session or a connection was not free.
   */
  requestBegins(sequence: RunningSequenceModel): number {
    this.#inFlight += 1;
    (sequence as RunningSequence).requests += 1;
    const first = this.#first;
    this.#first = false;
    return first ? Math.min(sequence.intendedNs, this.#dueNs) : this.#dueNs;
  }

  requestEnded(sequence: RunningSequenceModel, endedNs: number, stops: boolean): void {
    this.requestWithdrawn(sequence);
    this.#dueNs = endedNs;
    if (this.#stopped) this.#endIfDone();
    else if (stops) this.stop();
    else this.#runSteps();
  }

  requestWithdrawn(sequence: RunningSequenceModel): void {
    this.#inFlight -= 1;
    (sequence as RunningSequence).requests -= 1;
    this.#release(sequence as RunningSequence);
  }

  /**
   * Makes a sequence wait until `untilNs`, and returns true when that instant is over. The session counts as
   * due at the planned end of the pause. So a timer that fires late adds lateness to the next request and
   * does not lengthen the pause.
   */
  waitUntil(waiting: RunningSequenceModel, untilNs: number, intendedNs: number): boolean {
    const sequence = waiting as RunningSequence;
    if (sequence.pauseEndsNs === untilNs) {
      if (sequence.cancelPause !== undefined) return false;
      sequence.pauseEndsNs = Number.NaN;
      return true;
    }
    sequence.endPause();
    const waitNs = untilNs - this.clock.nowNs();
    if (waitNs <= 0) {
      sequence.intendedNs = Math.max(sequence.intendedNs, intendedNs);
      this.#dueNs = Math.max(this.#dueNs, untilNs);
      return true;
    }
    sequence.pauseEndsNs = untilNs;
    this.#pause(sequence, waitNs, intendedNs);
    return false;
  }

  /** Pauses a sequence. A timer may fire a millisecond early. The session then waits for the rest as well. */
  #pause(sequence: RunningSequence, waitNs: number, intendedNs: number): void {
    sequence.cancelPause = this.clock.after(waitNs / 1e6, () => {
      const leftNs = sequence.pauseEndsNs - this.clock.nowNs();
      if (leftNs > 0) return this.#pause(sequence, leftNs, intendedNs);
      sequence.cancelPause = undefined;
      sequence.intendedNs = Math.max(sequence.intendedNs, intendedNs);
      this.#pausedToNs = sequence.intendedNs;
      this.#dueNs = sequence.pauseEndsNs;
      this.#runSteps();
    });
  }

  resume(): void {
    if (!this.#progressing) this.#dueNs = this.clock.nowNs();
    this.#runSteps();
  }

  #runSteps(): void {
    if (this.#progressing) {
      this.#woken = true;
      return;
    }
    if (this.#stopped || !this.#active) return;
    this.#progressing = true;
    this.#steps = 0;
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

  atEnd(call: () => void): void {
    this.#atEnd.push(call);
  }

  /** Ends this user at once and cancels its requests in flight. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    for (const sequence of this.#running) sequence.leave();
    this.#running.length = 0;
    // A request may end while it is being cancelled. The next user must not begin in this session before all
    // requests have ended.
    const progressing = this.#progressing;
    this.#progressing = true;
    for (const exchange of this.#exchanges) exchange.cancel();
    this.#progressing = progressing;
    this.#endIfDone();
  }

  fail(error: unknown): void {
    // The phase must get the error before the user ends. If this is the last user, the phase is then over.
    this.#host.failed(error);
    this.stop();
  }

  #reset(): void {
    // For a few members, loops cost less than `fill` and spread arguments.
    for (let at = 0; at < this.slots.length; at += 1) this.slots[at] = undefined;
    for (let at = 0; at < this.resources.length; at += 1) this.resources[at] = undefined;
    if (this.#freeExchanges.length < this.#exchanges.length) {
      this.#freeExchanges.length = 0;
      for (const exchange of this.#exchanges) this.#freeExchanges.push(exchange);
    }
    for (const { slot, value } of this.#scenario.builtIns) this.slots[slot] = value(this.id);
    for (const { slot, length } of this.#scenario.arrays)
      this.slots[slot] = new Array<Value>(length).fill(undefined);
    this.#first = true;
    this.#pausedToNs = 0;
    this.#instances.clear();
    this.#stopped = false;
  }

  /** Starts an initial sequence of the scenario, or the sequence that follows another one. */
  #follow(number: number, intendedNs: number): void {
    const started = this.#instances.start(number, intendedNs);
    if (started === undefined)
      throw new Error(
        `sequence '${this.#scenario.sequences[number]?.name ?? number}' cannot start, because this user already runs this sequence`,
      );
    this.#running.push(started);
  }

  /** Frees the index of a sequence when the sequence has ended and all its requests are over. */
  #release(sequence: RunningSequence): void {
    if (!sequence.free) return;
    this.#instances.freed();
    if (this.#stopped) return;
    try {
      sequence.compiled.onFree?.(this, sequence);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Runs the steps of every sequence until all sequences wait or have ended. */
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
          if (at === this.#running.length - 1) this.#running.pop();
          else this.#running.splice(at, 1);
          at -= 1;
          this.#leave(sequence);
          if (this.#stopped) return;
        }
      }
    }
  }

  /** Called when a sequence has run its last step. */
  #leave(sequence: RunningSequence): void {
    const { next, intendedNs } = sequence;
    this.#release(sequence);
    if (next !== undefined) this.#follow(next, intendedNs);
  }

  /** Runs the steps of one sequence. Returns true when at least one step ran. */
  #advance(sequence: RunningSequence): boolean {
    const { steps } = sequence.compiled;
    this.#current = sequence;
    let moved = false;
    for (;;) {
      const step = steps[sequence.pc];
      if (step === undefined) {
        sequence.running = false;
        return true;
      }
      if (++this.#steps > scenarios.stepsPerWakeMax) throw endless();
      if (!step(this, sequence)) {
        sequence.waiting = true;
        return moved;
      }
      if (this.#stopped) return true;
      if (sequence.waiting) {
        sequence.waiting = false;
        sequence.intendedNs = Math.max(sequence.intendedNs, this.#pausedToNs);
      }
      sequence.pc += 1;
      moved = true;
    }
  }

  /**
   * Adds the place in the document to an error. It is the place of the step that ran last, or of the
   * sequence's last step when the sequence had ended.
   */
  #placed(error: unknown): unknown {
    const { pc, compiled } = this.#current ?? {};
    const place = compiled?.places[pc ?? 0] ?? compiled?.places.at(-1);
    return place === undefined ? error : new PlacedError(place, error);
  }

  #endIfDone(): void {
    if (this.#progressing || !this.#active || this.#inFlight > 0) return;
    if (!this.#stopped && this.#running.length > 0) return;
    this.#active = false;
    for (let call = this.#atEnd.pop(); call !== undefined; call = this.#atEnd.pop()) call();
    this.#host.ended(this);
  }
}

const endless = (): Error =>
  new Error(
    `the scenario loops without end, because ${scenarios.stepsPerWakeMax} steps ran without a wait; add a thinkTime, or end the loop`,
  );
