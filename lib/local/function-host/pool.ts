import { ProtocolError } from '../protocol/protocol-error.ts';
import type { Environment } from './environment.ts';

export type PoolOptions = {
  readonly start: () => Environment;
  /**
   * Short invocations share an environment rather than start another, and long ones share theirs with nobody.
   */
  readonly gathers: boolean;
  /** Environments at one time. */
  readonly environmentsMax: number;
  /** Environments that long invocations may have at one time; absent: all. */
  readonly longMax?: number;
  /** Environments that long invocations of one caller may have at one time; absent: all. */
  readonly callerMax?: number;
  /** Invocations at one time in one environment. */
  readonly invocationsMax: number;
  /** More invocations than these wait their turn, or are refused as Lambda does (429). */
  readonly overflow: 'wait' | 'refuse';
  /** Milliseconds after which an invocation of a caller that still waits for its turn is refused (429). */
  readonly waitMs: number;
  /** Environments kept without work. */
  readonly idleMax: number;
  /**
   * Milliseconds after which one without work frees its memory. Where they gather it goes then, but for the
   * last: it was started for one long call.
   */
  readonly restMs: number;
  /** Milliseconds after which one without work goes. */
  readonly idleMs: number;
};

/** An invocation as far as a pool has to know it. */
export type Asked = {
  /** The function of an invocation that is long, only where the pool gathers. */
  readonly long?: string | undefined;
  /** Who has sent it; absent: the machine itself, which has no bound. */
  readonly caller?: string | undefined;
};

type Entry = {
  readonly environment: Environment;
  busy: number;
  /** The long invocation that has it for itself. */
  long: (Asked & { readonly long: string }) | undefined;
  /** It has not begun an invocation that it was given, and takes no others until it answers. */
  isStuck: boolean;
  timers: readonly NodeJS.Timeout[];
};
type Turn = { readonly asked: Asked; readonly granted: PromiseWithResolvers<Environment> };

/** A short invocation waits this long for a long one to end before it has another environment started. */
const patienceMs = 100;

/**
 * The environments of one group of functions. One without work is taken before a new one is started; whether
 * a new one is started before two invocations share one is the group's choice. The one used last is used
 * first, so that the others can go.
 */
export class Pool {
  readonly #options: PoolOptions;
  /** The one used last stands last. */
  readonly #entries: Entry[] = [];
  readonly #waiting: Turn[] = [];
  /** Those who had a turn while others waited, the last one last. */
  readonly #served = new Set<string | undefined>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** A place in an environment until `giveBack` or `withdraw`, which may still be starting. */
  async take(asked: Asked = {}): Promise<Environment> {
    const { gathers, overflow, waitMs } = this.#options;
    if (this.#isClosed) throw closed();
    const entry = this.#place(asked);
    if (entry) return this.#occupy(entry, asked);
    if (overflow === 'refuse') throw crowded();
    const turn: Turn = { asked, granted: Promise.withResolvers() };
    this.#waiting.push(turn);
    const timers = [
      ...(gathers ? [setTimeout(() => this.#insist(turn), patienceMs)] : []),
      ...(asked.caller === undefined ? [] : [setTimeout(() => this.#refuse(turn), waitMs).unref()]),
    ];
    try {
      return await turn.granted.promise;
    } finally {
      timers.forEach(clearTimeout);
    }
  }

  giveBack(environment: Environment): void {
    const entry = this.#entries.find((each) => each.environment === environment);
    if (!entry) return;
    entry.busy -= 1;
    entry.long = undefined;
    this.answered(environment);
  }

  /** Gives back a place where nothing was begun: the environment does something else for too long. */
  withdraw(environment: Environment): void {
    const entry = this.#entries.find((each) => each.environment === environment);
    if (!entry) return;
    entry.busy -= 1;
    entry.isStuck = true;
  }

  /** Takes an environment back into use that does what it is asked. */
  answered(environment: Environment): void {
    const entry = this.#entries.find((each) => each.environment === environment);
    if (!entry) return;
    entry.isStuck = false;
    this.#admit(entry);
    if (entry.busy > 0) return;
    entry.timers.forEach(clearTimeout);
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
  #place(asked: Asked): Entry | undefined {
    const { gathers, environmentsMax, invocationsMax } = this.#options;
    if (!this.#mayBegin(asked)) return undefined;
    const idle = this.#free().at(-1);
    if (idle) return idle;
    if (gathers && asked.long === undefined && this.#entries.length > 0)
      return this.#entries.findLast((entry) => entry.long === undefined && !entry.isStuck);
    if (this.#entries.length < environmentsMax) return this.#add();
    if (gathers) return undefined;
    const least = this.#entries.reduce((a, b) => (b.busy < a.busy ? b : a));
    return least.busy < invocationsMax ? least : undefined;
  }

  /**
   * Whether one more long invocation leaves room for short ones, for those of another function and of another
   * caller.
   */
  #mayBegin({ long, caller }: Asked): boolean {
    if (long === undefined) return true;
    const { environmentsMax, longMax = environmentsMax, callerMax = environmentsMax } = this.#options;
    const running = this.#entries.flatMap((entry) => entry.long ?? []);
    const same = running.filter((each) => each.long === long);
    if (running.length >= longMax || same.length >= Math.max(1, longMax - 1)) return false;
    return caller === undefined || running.filter((each) => each.caller === caller).length < callerMax;
  }

  #free(): readonly Entry[] {
    return this.#entries.filter(({ busy, isStuck }) => busy === 0 && !isStuck);
  }

  #add(): Entry {
    const entry: Entry = {
      environment: this.#options.start(),
      busy: 0,
      long: undefined,
      isStuck: false,
      timers: [],
    };
    this.#entries.push(entry);
    void entry.environment.ended.then(() => this.#forget(entry));
    return entry;
  }

  #forget(entry: Entry): void {
    entry.timers.forEach(clearTimeout);
    const at = this.#entries.indexOf(entry);
    if (at !== -1) this.#entries.splice(at, 1);
    const hasRoom = this.#entries.length < this.#options.environmentsMax;
    if (this.#isClosed || !hasRoom || this.#waiting.length === 0) return;
    const fresh = this.#add();
    this.#admit(fresh);
    if (fresh.busy === 0) this.#rest(fresh);
  }

  #occupy(entry: Entry, { long, caller }: Asked): Environment {
    entry.timers.forEach(clearTimeout);
    entry.busy += 1;
    entry.long = long === undefined ? undefined : { long, caller };
    this.#entries.push(...this.#entries.splice(this.#entries.indexOf(entry), 1));
    return entry.environment;
  }

  /** Gives an environment to those who wait and for whom it has room. */
  #admit(entry: Entry): void {
    for (let turn = this.#next(entry); turn !== undefined; turn = this.#next(entry)) {
      const { caller } = turn.asked;
      this.#waiting.splice(this.#waiting.indexOf(turn), 1);
      this.#served.delete(caller);
      if (this.#waiting.length > 0) this.#served.add(caller);
      else this.#served.clear();
      turn.granted.resolve(this.#occupy(entry, turn.asked));
    }
  }

  /** Callers take turns. Of one caller, the invocation that came first goes first. */
  #next(entry: Entry): Turn | undefined {
    const ready = this.#waiting.filter(({ asked }) => this.#hasRoom(entry, asked));
    const unserved = ready.find(({ asked }) => !this.#served.has(asked.caller));
    if (unserved !== undefined || ready.length === 0) return unserved;
    const callers = new Set(ready.map(({ asked }) => asked.caller));
    const longestAgo = [...this.#served].find((caller) => callers.has(caller));
    return ready.find(({ asked }) => asked.caller === longestAgo);
  }

  #hasRoom({ busy, long: running, isStuck }: Entry, asked: Asked): boolean {
    if (!this.#options.gathers) return busy < this.#options.invocationsMax;
    if (isStuck || running !== undefined) return false;
    return asked.long === undefined || (busy === 0 && this.#mayBegin(asked));
  }

  /** Has another environment started for a turn that has waited long enough, if there may be one more. */
  #insist(turn: Turn): void {
    const at = this.#waiting.indexOf(turn);
    if (at === -1 || this.#entries.length >= this.#options.environmentsMax) return;
    if (!this.#mayBegin(turn.asked)) return;
    this.#waiting.splice(at, 1);
    const entry = this.#add();
    turn.granted.resolve(this.#occupy(entry, turn.asked));
    this.#admit(entry);
  }

  /** Refuses a turn that came to nothing: the client has its answer from the gateway, or soon will. */
  #refuse(turn: Turn): void {
    const at = this.#waiting.indexOf(turn);
    if (at === -1) return;
    this.#waiting.splice(at, 1);
    turn.granted.reject(crowded());
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

const crowded = (): ProtocolError => new ProtocolError(429, 'TooManyRequestsException', 'Rate Exceeded.');
const closed = (): ProtocolError => new ProtocolError(503, 'ServiceException', 'The function host is closed');
