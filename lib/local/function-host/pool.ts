import { ProtocolError } from '../protocol-error.ts';
import type { Environment } from './environment.ts';

export type PoolOptions = {
  readonly start: () => Environment;
  /** Environments at one time. */
  readonly max: number;
  /** What happens to an invocation above `max`: it waits its turn, or is refused as Lambda does (429). */
  readonly overflow: 'wait' | 'refuse';
  /** Environments kept without work. */
  readonly idleMax: number;
  /** Milliseconds after which one without work goes. */
  readonly idleMs: number;
};

export type Pool = {
  /** An environment of one's own until `giveBack`. May still be starting. */
  readonly take: () => Promise<Environment>;
  readonly giveBack: (environment: Environment) => void;
  /** Starts environments until `count` have no work; settles when all of these can be invoked. */
  readonly prewarm: (count: number) => Promise<void>;
  /** Kills all; settles when they are gone. */
  readonly close: () => Promise<void>;
};

/** The environments of one function. The one used last is used first, so that the others can go. */
export function createPool({ start, max, overflow, idleMax, idleMs }: PoolOptions): Pool {
  const all = new Set<Environment>();
  const idle: { readonly environment: Environment; readonly timer: NodeJS.Timeout }[] = [];
  const waiting: PromiseWithResolvers<Environment>[] = [];
  let isClosed = false;

  const add = (): Environment => {
    const environment = start();
    all.add(environment);
    void environment.ended.then(() => forget(environment));
    return environment;
  };

  const leaveIdle = (environment: Environment): void => {
    const at = idle.findIndex((entry) => entry.environment === environment);
    if (at !== -1) clearTimeout(idle.splice(at, 1)[0]?.timer);
  };

  const forget = (environment: Environment): void => {
    all.delete(environment);
    leaveIdle(environment);
    if (!isClosed && all.size < max) waiting.shift()?.resolve(add());
  };

  const rest = (environment: Environment): void => {
    const timer = setTimeout(() => {
      leaveIdle(environment);
      environment.kill();
    }, idleMs).unref();
    idle.push({ environment, timer });
  };

  const take = async (): Promise<Environment> => {
    if (isClosed) throw new ProtocolError(503, 'ServiceException', 'The function host is closed');
    const last = idle.pop();
    if (last) {
      clearTimeout(last.timer);
      return last.environment;
    }
    if (all.size < max) return add();
    if (overflow === 'refuse') throw new ProtocolError(429, 'TooManyRequestsException', 'Rate Exceeded.');
    const turn = Promise.withResolvers<Environment>();
    waiting.push(turn);
    return turn.promise;
  };

  const giveBack = (environment: Environment): void => {
    if (!all.has(environment)) return;
    const next = waiting.shift();
    if (next) next.resolve(environment);
    else if (idle.length < idleMax) rest(environment);
    else environment.kill();
  };

  const prewarm = async (count: number): Promise<void> => {
    const missing = Math.min(count, idleMax, max) - idle.length;
    const fresh = Array.from({ length: Math.max(0, Math.min(missing, max - all.size)) }, add);
    await Promise.all(fresh.map((environment) => environment.started));
    for (const environment of fresh) giveBack(environment);
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    for (const { timer } of idle) clearTimeout(timer);
    for (const turn of waiting.splice(0))
      turn.reject(new ProtocolError(503, 'ServiceException', 'The host closes'));
    const ends = [...all].map((environment) => environment.ended);
    for (const environment of all) environment.kill();
    await Promise.all(ends);
  };

  return { take, giveBack, prewarm, close };
}
