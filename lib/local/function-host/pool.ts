import { ProtocolError } from '../protocol/protocol-error.ts';
import type { Environment } from './execution-environment.ts';

export type PoolOptions = {
  readonly start: () => Environment;
  /**
   * True: short invocations share an environment before another one starts, and a long invocation has an
   * environment for itself. Another environment starts only when none became free for `patienceMs`.
   */
  readonly gathers: boolean;
  /** The limit of environments of the pool. */
  readonly environmentsMax: number;
  /**
   * The number of processors of this machine. While the running environments keep all of them busy, another
   * environment gains nothing.
   */
  readonly processors: number;
  /** The limit of environments for long invocations. Absent: all environments. */
  readonly longMax?: number;
  /** The limit of environments for long invocations of one caller. Absent: all environments. */
  readonly callerMax?: number;
  /** The limit of concurrent invocations in one environment. */
  readonly invocationsMax: number;
  /**
   * The treatment of invocations above the limits: they wait for their turn, or get the error 429 as in
   * Lambda.
   */
  readonly overflow: 'wait' | 'refuse';
  /** The time in milliseconds after which a waiting invocation of a caller gets the error 429. */
  readonly waitMs: number;
  /** The number of idle environments that the pool keeps. */
  readonly idleMax: number;
  /**
   * The time in milliseconds after which an idle environment frees its memory. In a pool that gathers short
   * invocations, all idle environments but the last one end then, because each was started for one long call.
   */
  readonly restMs: number;
  /** The time in milliseconds after which an idle environment ends. */
  readonly idleMs: number;
};

/** The properties of an invocation that a pool needs. */
export type Demand = {
  /**
   * The name of the function of a long invocation, in a pool with the option `gathers`. Undefined for short
   * invocations.
   */
  readonly long?: string | undefined;
  /**
   * The sender of the invocation, who may use only a part of the environments. Absent: the machine itself,
   * which has no such limit.
   */
  readonly caller?: string | undefined;
};

type Entry = {
  readonly environment: Environment;
  busy: number;
  /** The long invocation that uses the environment alone. */
  long: (Demand & { readonly long: string }) | undefined;
  /** True when the environment does not begin an invocation. It gets no others until it answers. */
  isStuck: boolean;
  timers: readonly NodeJS.Timeout[];
};
type Turn = {
  readonly demand: Demand;
  readonly granted: PromiseWithResolvers<Environment>;
  /** The invocation with the lowest rank runs first. */
  readonly rank: number;
  /** The timer that starts another environment for this invocation. */
  insists?: NodeJS.Timeout;
};

/**
 * The time in milliseconds that an invocation waits for the end of others before another environment starts.
 * The start of an environment takes about as long.
 */
const patienceMs = 100;

/**
 * The time in milliseconds after which another environment starts although the running ones keep all
 * processors busy.
 */
const busyPatienceMs = 3_000;

/**
 * The execution environments (threads or processes) of one group of functions. An idle environment is used
 * before another one starts. The group decides whether another environment starts before two invocations
 * share one. The environment that was used last is used first, so that the others become idle and end.
 */
export class Pool {
  readonly #options: PoolOptions;
  /** The environments in the order of their last use. */
  readonly #entries: Entry[] = [];
  readonly #waiting: Turn[] = [];
  /**
   * The highest rank of an invocation that has begun, for all callers and for each caller. Both are reset
   * when no invocation waits.
   */
  #rank = 0;
  readonly #ranks = new Map<string | undefined, number>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Reserves room for one invocation in an environment. The caller releases it with `giveBack` or `withdraw`.
   * The environment may still be starting.
   */
  async take(demand: Demand = {}): Promise<Environment> {
    const { gathers, overflow, waitMs } = this.#options;
    if (this.#isClosed) throw closed();
    const entry = this.#place(demand);
    if (entry) return this.#occupy(entry, demand);
    if (overflow === 'refuse') throw throttled();
    const turn: Turn = { demand, granted: Promise.withResolvers(), rank: this.#rankFor(demand) };
    this.#waiting.push(turn);
    const refusal =
      demand.caller === undefined ? undefined : setTimeout(() => this.#refuse(turn), waitMs).unref();
    if (gathers) this.#insistLater(turn, busyPatienceMs);
    try {
      return await turn.granted.promise;
    } finally {
      clearTimeout(refusal);
      clearTimeout(turn.insists);
    }
  }

  giveBack(environment: Environment): void {
    const entry = this.#entries.find((each) => each.environment === environment);
    if (!entry) return;
    entry.busy -= 1;
    entry.long = undefined;
    this.answered(environment);
  }

  /** Releases the room of an invocation that did not begin, because the environment was busy for too long. */
  withdraw(environment: Environment): void {
    const entry = this.#entries.find((each) => each.environment === environment);
    if (!entry) return;
    entry.busy -= 1;
    entry.isStuck = true;
  }

  /** Uses an environment again, because it answers again. */
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

  /**
   * Starts environments until `count` are idle, up to the maximum, and returns the idle ones. In a pool that
   * gathers short invocations, a busy environment counts too, because it would serve them.
   */
  idle(count: number): readonly Environment[] {
    if (this.#isClosed) return [];
    const { environmentsMax, gathers, idleMax } = this.#options;
    const free = gathers ? [...this.#entries] : this.#free();
    const missing = Math.min(
      count - free.length,
      environmentsMax - this.#entries.length,
      idleMax - free.length,
    );
    const fresh = Array.from({ length: Math.max(0, missing) }, () => this.#add());
    for (const entry of fresh) this.#rest(entry);
    return [...free, ...fresh].slice(-count).map(({ environment }) => environment);
  }

  get environments(): readonly Environment[] {
    return this.#entries.map(({ environment }) => environment);
  }

  /** Kills all environments, and resolves when they have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { timers } of this.#entries) timers.forEach(clearTimeout);
    for (const { granted } of this.#waiting.splice(0)) granted.reject(closed());
    const ends = this.environments.map(({ ended }) => ended);
    for (const environment of this.environments) environment.kill();
    await Promise.all(ends);
  }

  /** Finds an environment for an invocation. Undefined when the invocation must wait. */
  #place(demand: Demand): Entry | undefined {
    const { gathers, environmentsMax, invocationsMax } = this.#options;
    if (!this.#mayBegin(demand)) return undefined;
    const idle = this.#free().at(-1);
    if (idle) return idle;
    if (gathers && demand.long === undefined && this.#entries.length > 0)
      return this.#entries.findLast((entry) => entry.long === undefined && !entry.isStuck);
    if (gathers && this.#entries.length > 0) return undefined;
    if (this.#entries.length < environmentsMax) return this.#add();
    const least = this.#entries.reduce((a, b) => (b.busy < a.busy ? b : a));
    return least.busy < invocationsMax ? least : undefined;
  }

  /**
   * True when one more long invocation leaves enough environments for short ones, other functions and other
   * callers.
   */
  #mayBegin({ long, caller }: Demand): boolean {
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

  #occupy(entry: Entry, { long, caller }: Demand): Environment {
    entry.timers.forEach(clearTimeout);
    entry.busy += 1;
    entry.long = long === undefined ? undefined : { long, caller };
    this.#entries.push(...this.#entries.splice(this.#entries.indexOf(entry), 1));
    return entry.environment;
  }

  /** Begins waiting invocations in an environment that has room for them. */
  #admit(entry: Entry): void {
    for (let turn = this.#next(entry); turn !== undefined; turn = this.#next(entry)) {
      this.#leaveQueue(turn);
      turn.granted.resolve(this.#occupy(entry, turn.demand));
    }
  }

  /**
   * The rank of a new invocation (self-clocked fair queueing, Golestani 1994). Invocations of one caller have
   * ascending ranks, so callers take turns. New callers begin behind the last turn, so they do not pass
   * callers that already wait.
   */
  #rankFor({ caller }: Demand): number {
    const waiting = this.#waiting.findLast((turn) => turn.demand.caller === caller)?.rank;
    return Math.max(this.#rank, waiting ?? this.#ranks.get(caller) ?? 0) + 1;
  }

  /** Removes an invocation whose turn has come. */
  #leaveQueue(turn: Turn): void {
    this.#waiting.splice(this.#waiting.indexOf(turn), 1);
    this.#rank = Math.max(this.#rank, turn.rank);
    this.#ranks.set(turn.demand.caller, turn.rank);
    if (this.#waiting.length > 0) return;
    this.#rank = 0;
    this.#ranks.clear();
  }

  /**
   * Chooses the next waiting invocation. Callers take turns, and the invocations of one caller run in the
   * order of their arrival.
   */
  #next(entry: Entry): Turn | undefined {
    const ready = this.#waiting.filter(({ demand }) => this.#hasRoom(entry, demand));
    return ready.reduce<Turn | undefined>((a, b) => (a === undefined || b.rank < a.rank ? b : a), undefined);
  }

  #hasRoom({ busy, long: running, isStuck }: Entry, demand: Demand): boolean {
    if (!this.#options.gathers) return busy < this.#options.invocationsMax;
    if (isStuck || running !== undefined) return false;
    return demand.long === undefined || (busy === 0 && this.#mayBegin(demand));
  }

  /**
   * Starts the timer of a waiting invocation. While the running environments keep all processors busy, the
   * timer starts again.
   */
  #insistLater(turn: Turn, restMs: number): void {
    const before = new Map(this.#entries.map((entry) => [entry, entry.environment.activeMs()]));
    turn.insists = setTimeout(() => {
      const computing = this.#entries.filter((entry) => {
        const { activeMs, hasAnswered } = entry.environment;
        return !hasAnswered() || activeMs() - (before.get(entry) ?? 0) > patienceMs / 2;
      });
      const isBusy = computing.length >= this.#options.processors;
      if (isBusy && restMs > patienceMs) this.#insistLater(turn, restMs - patienceMs);
      else this.#insist(turn);
    }, patienceMs);
  }

  /** Starts another environment for an invocation that has waited long enough, up to the limit. */
  #insist(turn: Turn): void {
    if (!this.#waiting.includes(turn) || this.#entries.length >= this.#options.environmentsMax) return;
    if (!this.#mayBegin(turn.demand)) return;
    this.#leaveQueue(turn);
    const entry = this.#add();
    turn.granted.resolve(this.#occupy(entry, turn.demand));
    this.#admit(entry);
  }

  /**
   * Rejects an invocation that waited too long. The gateway has already answered its client, or will soon.
   */
  #refuse(turn: Turn): void {
    const at = this.#waiting.indexOf(turn);
    if (at === -1) return;
    this.#waiting.splice(at, 1);
    turn.granted.reject(throttled());
  }

  /** Frees the memory of an idle environment after a while, and later ends the environment. */
  #rest(entry: Entry): void {
    const { environment } = entry;
    const { gathers, restMs, idleMs } = this.#options;
    const rest = (): void => {
      if (!gathers || this.#entries.length === 1) {
        environment.rest();
        return;
      }
      // The entry is removed at once. If two environments are idle, the second one then remains.
      this.#entries.splice(this.#entries.indexOf(entry), 1);
      environment.kill();
    };
    entry.timers = [setTimeout(rest, restMs).unref(), setTimeout(() => environment.kill(), idleMs).unref()];
  }
}

const throttled = (): ProtocolError => new ProtocolError(429, 'TooManyRequestsException', 'Rate Exceeded.');
const closed = (): ProtocolError =>
  new ProtocolError(
    503,
    'ServiceException',
    'The local cloud is shutting down and no longer calls functions',
  );
