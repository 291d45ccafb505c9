import { ProtocolError } from '../protocol/protocol-error.ts';
import type { Environment } from './environment.ts';

export type PoolOptions = {
  readonly start: () => Environment;
  /** Short invocations share an environment rather than start another, and long ones share theirs with nobody. */
  readonly gathers: boolean;
  /** Environments at one time. */
  readonly environmentsMax: number;
  /** Invocations at one time in one environment. */
  readonly invocationsMax: number;
  /** More invocations than these wait their turn, or are refused as Lambda does (429). */
  readonly overflow: 'wait' | 'refuse';
  /** Environments kept without work. */
  readonly idleMax: number;
  /**
   * Milliseconds after which one without work frees its memory. Where they gather it goes then, but for the last: it was
   * started for one long call.
   */
  readonly restMs: number;
  /** Milliseconds after which one without work goes. */
  readonly idleMs: number;
};

type Entry = {
  readonly environment: Environment;
  busy: number;
  isLong: boolean;
  timers: readonly NodeJS.Timeout[];
};
type Turn = { readonly isLong: boolean; readonly granted: PromiseWithResolvers<Environment> };

/** A short invocation waits this long for a long one to end before it has another environment started. */
const patienceMs = 100;

/**
 * The environments of one group of functions. One without work is taken before a new one is started; whether a new one
 * is started before two invocations share one is the group's choice. The one used last is used first, so that the others
 * can go.
 */
export class Pool {
  readonly #options: PoolOptions;
  /** The one used last stands last. */
  readonly #entries: Entry[] = [];
  readonly #waiting: Turn[] = [];
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A place in an environment until `giveBack`, which may still be starting. `isLong` only where the pool gathers. */
  async take(isLong: boolean): Promise<Environment> {
    const { gathers, overflow } = this.#options;
    if (this.#isClosed) throw closed();
    const entry = this.#place(isLong);
    if (entry) return this.#occupy(entry, isLong);
    if (overflow === 'refuse') throw new ProtocolError(429, 'TooManyRequestsException', 'Rate Exceeded.');
    const turn: Turn = { isLong, granted: Promise.withResolvers() };
    this.#waiting.push(turn);
    if (gathers) setTimeout(() => this.#insist(turn), patienceMs);
    return turn.granted.promise;
  }

  giveBack(environment: Environment, isLong: boolean): void {
    const entry = this.#entries.find((each) => each.environment === environment);
    if (!entry) return;
    entry.busy -= 1;
    if (isLong) entry.isLong = false;
    this.#admit(entry);
    if (entry.busy > 0) return;
    if (this.#free().length > this.#options.idleMax) environment.kill();
    else this.#rest(entry);
  }

  /** Starts environments until `count` have no work, as far as there may be so many; answers these. */
  idle(count: number): readonly Environment[] {
    const { environmentsMax, idleMax } = this.#options;
    const free = this.#free();
    const missing = Math.min(
      count - free.length,
      environmentsMax - this.#entries.length,
      idleMax - free.length,
    );
    const fresh = Array.from({ length: Math.max(0, missing) }, () => this.#add());
    for (const entry of fresh) this.#rest(entry);
    return [...free, ...fresh].slice(-count).map(({ environment }) => environment);
  }

  /** Kills all; settles when they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timers } of this.#entries) timers.forEach(clearTimeout);
    for (const { granted } of this.#waiting.splice(0)) granted.reject(closed());
    const ends = this.#entries.map(({ environment }) => environment.ended);
    for (const { environment } of [...this.#entries]) environment.kill();
    await Promise.all(ends);
  }

  /** Where an invocation can run now; undefined when it has to wait. */
  #place(isLong: boolean): Entry | undefined {
    const { gathers, environmentsMax, invocationsMax } = this.#options;
    const idle = this.#free().at(-1);
    if (idle) return idle;
    if (gathers && !isLong && this.#entries.length > 0)
      return this.#entries.findLast((entry) => !entry.isLong);
    if (this.#entries.length < environmentsMax) return this.#add();
    if (gathers) return undefined;
    const least = this.#entries.reduce((a, b) => (b.busy < a.busy ? b : a));
    return least.busy < invocationsMax ? least : undefined;
  }

  #free(): readonly Entry[] {
    return this.#entries.filter(({ busy }) => busy === 0);
  }

  #add(): Entry {
    const entry: Entry = { environment: this.#options.start(), busy: 0, isLong: false, timers: [] };
    this.#entries.push(entry);
    void entry.environment.ended.then(() => this.#forget(entry));
    return entry;
  }

  #forget(entry: Entry): void {
    entry.timers.forEach(clearTimeout);
    const at = this.#entries.indexOf(entry);
    if (at !== -1) this.#entries.splice(at, 1);
    const hasRoom = this.#entries.length < this.#options.environmentsMax;
    if (!this.#isClosed && hasRoom && this.#waiting.length > 0) this.#admit(this.#add());
  }

  #occupy(entry: Entry, isLong: boolean): Environment {
    entry.timers.forEach(clearTimeout);
    entry.busy += 1;
    entry.isLong = isLong;
    this.#entries.push(...this.#entries.splice(this.#entries.indexOf(entry), 1));
    return entry.environment;
  }

  /** Gives an environment to those who wait, first come first served, as far as it has room. */
  #admit(entry: Entry): void {
    for (let turn = this.#waiting[0]; turn && this.#hasRoom(entry, turn.isLong); turn = this.#waiting[0]) {
      this.#waiting.shift();
      turn.granted.resolve(this.#occupy(entry, turn.isLong));
    }
  }

  #hasRoom({ busy, isLong: runsLong }: Entry, isLong: boolean): boolean {
    if (!this.#options.gathers) return busy < this.#options.invocationsMax;
    return isLong ? busy === 0 : !runsLong;
  }

  /** Has another environment started for a turn that has waited long enough, if there may be one more. */
  #insist(turn: Turn): void {
    const at = this.#waiting.indexOf(turn);
    if (at === -1 || this.#entries.length >= this.#options.environmentsMax) return;
    this.#waiting.splice(at, 1);
    const entry = this.#add();
    turn.granted.resolve(this.#occupy(entry, turn.isLong));
    this.#admit(entry);
  }

  /** Lets an environment without work rest after a while, and go after another. */
  #rest(entry: Entry): void {
    const { environment } = entry;
    const { gathers, restMs, idleMs } = this.#options;
    const rest = (): void => {
      if (!gathers || this.#entries.length === 1) {
        environment.rest();
        return;
      }
      // At once, so that of two that rest in one moment the second one stays.
      this.#entries.splice(this.#entries.indexOf(entry), 1);
      environment.kill();
    };
    entry.timers = [setTimeout(rest, restMs).unref(), setTimeout(() => environment.kill(), idleMs).unref()];
  }
}

const closed = (): ProtocolError => new ProtocolError(503, 'ServiceException', 'The function host is closed');
