import { ProtocolError } from '../protocol-error.ts';
import type { Environment } from './environment.ts';

export type PoolOptions = {
  readonly start: () => Environment;
  /** Short invocations share an environment rather than start another, and long ones share theirs with nobody. */
  readonly gathers: boolean;
  /** Environments at one time. */
  readonly environmentsMax: number;
  /** Invocations at one time in one environment. */
  readonly invocationsMax: number;
  /** What happens to an invocation above these: it waits its turn, or is refused as Lambda does (429). */
  readonly overflow: 'wait' | 'refuse';
  /** Environments kept without work. */
  readonly idleMax: number;
  /** Milliseconds after which one without work goes. */
  readonly idleMs: number;
};

export type Pool = {
  /** A place in an environment until `giveBack`, which may still be starting. `isLong` only where the pool gathers. */
  readonly take: (isLong: boolean) => Promise<Environment>;
  readonly giveBack: (environment: Environment, isLong: boolean) => void;
  /** Starts environments until `count` have no work, as far as there may be so many; answers these. */
  readonly idle: (count: number) => readonly Environment[];
  /** Kills all; settles when they are gone. */
  readonly close: () => Promise<void>;
};

type Entry = { readonly environment: Environment; busy: number; isLong: boolean; timer?: NodeJS.Timeout };
type Turn = { readonly isLong: boolean; readonly granted: PromiseWithResolvers<Environment> };

/** A short invocation waits this long for a long one to end before it has another environment started. */
const patienceMs = 100;

/**
 * The environments of one group of functions. One without work is taken before a new one is started; whether a new one
 * is started before two invocations share one is the group's choice. The one used last is used first, so that the others
 * can go.
 */
export function createPool(options: PoolOptions): Pool {
  const { start, gathers, environmentsMax, invocationsMax, overflow, idleMax, idleMs } = options;
  const entries: Entry[] = [];
  const waiting: Turn[] = [];
  let isClosed = false;

  const add = (): Entry => {
    const entry: Entry = { environment: start(), busy: 0, isLong: false };
    entries.push(entry);
    void entry.environment.ended.then(() => forget(entry));
    return entry;
  };

  const forget = (entry: Entry): void => {
    clearTimeout(entry.timer);
    entries.splice(entries.indexOf(entry), 1);
    if (!isClosed && entries.length < environmentsMax && waiting.length > 0) admit(add());
  };

  /** Gives an environment to those who wait, first come first served, as far as it has room. */
  const admit = (entry: Entry): void => {
    for (let turn = waiting[0]; turn !== undefined && hasRoom(entry, turn.isLong); turn = waiting[0]) {
      waiting.shift();
      turn.granted.resolve(occupy(entry, turn.isLong));
    }
  };

  const hasRoom = ({ busy, isLong: runsLong }: Entry, isLong: boolean): boolean => {
    if (!gathers) return busy < invocationsMax;
    return isLong ? busy === 0 : !runsLong;
  };

  const occupy = (entry: Entry, isLong: boolean): Environment => {
    clearTimeout(entry.timer);
    entry.busy += 1;
    entry.isLong = isLong;
    // The one used last stands last.
    entries.push(...entries.splice(entries.indexOf(entry), 1));
    return entry.environment;
  };

  const place = (isLong: boolean): Entry | undefined => {
    const idle = entries.findLast(({ busy }) => busy === 0);
    if (idle) return idle;
    if (gathers && !isLong && entries.length > 0) return entries.findLast((entry) => !entry.isLong);
    if (entries.length < environmentsMax) return add();
    if (gathers) return undefined;
    const least = entries.reduce((a, b) => (b.busy < a.busy ? b : a));
    return least.busy < invocationsMax ? least : undefined;
  };

  const rest = (entry: Entry): void => {
    entry.timer = setTimeout(() => entry.environment.kill(), idleMs).unref();
  };

  const take = async (isLong: boolean): Promise<Environment> => {
    if (isClosed) throw new ProtocolError(503, 'ServiceException', 'The function host is closed');
    const entry = place(isLong);
    if (entry) return occupy(entry, isLong);
    if (overflow === 'refuse') throw new ProtocolError(429, 'TooManyRequestsException', 'Rate Exceeded.');
    const turn: Turn = { isLong, granted: Promise.withResolvers() };
    waiting.push(turn);
    if (gathers) setTimeout(() => insist(turn), patienceMs);
    return turn.granted.promise;
  };

  const insist = (turn: Turn): void => {
    const at = waiting.indexOf(turn);
    if (at === -1 || isClosed || entries.length >= environmentsMax) return;
    waiting.splice(at, 1);
    const entry = add();
    turn.granted.resolve(occupy(entry, turn.isLong));
    admit(entry);
  };

  const giveBack = (environment: Environment, isLong: boolean): void => {
    const entry = entries.find((each) => each.environment === environment);
    if (!entry) return;
    entry.busy -= 1;
    if (isLong) entry.isLong = false;
    admit(entry);
    if (entry.busy > 0) return;
    if (entries.filter(({ busy }) => busy === 0).length > idleMax) environment.kill();
    else rest(entry);
  };

  const idle = (count: number): readonly Environment[] => {
    const free = entries.filter(({ busy }) => busy === 0);
    const missing = Math.min(count - free.length, environmentsMax - entries.length, idleMax - free.length);
    const fresh = Array.from({ length: Math.max(0, missing) }, add);
    fresh.forEach(rest);
    return [...free, ...fresh].slice(-count).map(({ environment }) => environment);
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    for (const { timer } of entries) clearTimeout(timer);
    for (const { granted } of waiting.splice(0))
      granted.reject(new ProtocolError(503, 'ServiceException', 'The host closes'));
    const ends = entries.map(({ environment }) => environment.ended);
    for (const { environment } of [...entries]) environment.kill();
    await Promise.all(ends);
  };

  return { take, giveBack, idle, close };
}
