import { ProtocolError } from '../protocol-error.ts';
import type { Environment } from './environment.ts';

export type PoolOptions = {
  readonly start: () => Environment;
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
  /** A place in an environment until `giveBack`. May still be starting. */
  readonly take: () => Promise<Environment>;
  readonly giveBack: (environment: Environment) => void;
  /** Starts environments until `count` have no work, as far as there may be so many; answers these. */
  readonly idle: (count: number) => readonly Environment[];
  /** Kills all; settles when they are gone. */
  readonly close: () => Promise<void>;
};

type Entry = { readonly environment: Environment; busy: number; timer?: NodeJS.Timeout };

/**
 * The environments of one group of functions. One without work is taken before a new one is started, and a new one
 * before two invocations share one. The one used last is used first, so that the others can go.
 */
export function createPool(options: PoolOptions): Pool {
  const { start, environmentsMax, invocationsMax, overflow, idleMax, idleMs } = options;
  const entries: Entry[] = [];
  const waiting: PromiseWithResolvers<Environment>[] = [];
  let isClosed = false;

  const add = (): Entry => {
    const entry: Entry = { environment: start(), busy: 0 };
    entries.push(entry);
    void entry.environment.ended.then(() => forget(entry));
    return entry;
  };

  const forget = (entry: Entry): void => {
    clearTimeout(entry.timer);
    entries.splice(entries.indexOf(entry), 1);
    if (!isClosed && entries.length < environmentsMax && waiting.length > 0)
      waiting.shift()?.resolve(occupy(add()));
  };

  const occupy = (entry: Entry): Environment => {
    clearTimeout(entry.timer);
    entry.busy += 1;
    // The one used last stands last.
    entries.push(...entries.splice(entries.indexOf(entry), 1));
    return entry.environment;
  };

  const place = (): Entry | undefined => {
    const idle = entries.findLast(({ busy }) => busy === 0);
    if (idle) return idle;
    if (entries.length < environmentsMax) return add();
    const least = entries.reduce((a, b) => (b.busy < a.busy ? b : a));
    return least.busy < invocationsMax ? least : undefined;
  };

  const rest = (entry: Entry): void => {
    entry.timer = setTimeout(() => entry.environment.kill(), idleMs).unref();
  };

  const take = async (): Promise<Environment> => {
    if (isClosed) throw new ProtocolError(503, 'ServiceException', 'The function host is closed');
    const entry = place();
    if (entry) return occupy(entry);
    if (overflow === 'refuse') throw new ProtocolError(429, 'TooManyRequestsException', 'Rate Exceeded.');
    const turn = Promise.withResolvers<Environment>();
    waiting.push(turn);
    return turn.promise;
  };

  const giveBack = (environment: Environment): void => {
    const entry = entries.find((each) => each.environment === environment);
    if (!entry) return;
    entry.busy -= 1;
    const next = waiting.shift();
    if (next) next.resolve(occupy(entry));
    else if (entry.busy > 0) return;
    else if (entries.filter(({ busy }) => busy === 0).length > idleMax) environment.kill();
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
    for (const turn of waiting.splice(0))
      turn.reject(new ProtocolError(503, 'ServiceException', 'The host closes'));
    const ends = entries.map(({ environment }) => environment.ended);
    for (const { environment } of [...entries]) environment.kill();
    await Promise.all(ends);
  };

  return { take, giveBack, idle, close };
}
