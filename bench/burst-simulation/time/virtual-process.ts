import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import zlib from 'node:zlib';
import { current } from './invocation.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

/**
 * Gives this process a virtual time, before the real handlers are loaded. The clock, timers and randomness
 * come from the world, and the work of a thread pool is done at once. This cannot be undone, so each
 * simulation has its own process.
 */
export function virtualise(world: World, random: Random): void {
  const now = (): number => world.now + (current()?.clockErrorMs ?? 0);
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (Target, given, self) => Reflect.construct(Target, given.length === 0 ? [now()] : given, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? () => Math.floor(now()) : Reflect.get(target, name)),
  });
  performance.now = () => world.now - epoch;
  const epoch = world.now - 1_000;
  Math.random = () => random.next();
  virtualiseTimers(world);
  virtualiseCrypto(random);
  virtualiseCompression();
  syncBuiltinESMExports();
}

function virtualiseTimers(world: World): void {
  const later = (ms: number, call: () => void): object => timerOf(world.after(Math.max(1, ms || 1), call));
  const again = (ms: number, call: () => void): object => {
    const timer = timerOf(() => cancel());
    let cancel = world.after(ms, function ring() {
      cancel = world.after(ms, ring);
      call();
    });
    return timer;
  };
  const clear = (timer: unknown): void => (timer as { cancel?: () => void } | undefined)?.cancel?.();
  type Call = (...given: unknown[]) => void;
  Object.assign(globalThis, {
    setTimeout: (call: Call, ms: number, ...given: unknown[]) => later(ms, () => call(...given)),
    setInterval: (call: Call, ms: number, ...given: unknown[]) => again(ms, () => call(...given)),
    setImmediate: (call: Call, ...given: unknown[]) => later(turnMs, () => call(...given)),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  });
  Object.assign(timers, {
    setTimeout: async (ms = 1, value?: unknown) => {
      await world.sleep(ms);
      return value;
    },
    setImmediate: () => world.sleep(turnMs),
  });
}

/** One turn of the event loop takes a little time. */
const turnMs = 0.02;

function timerOf(cancel: () => void): object {
  const timer = { cancel, ref: () => timer, unref: () => timer, hasRef: () => true, refresh: () => timer };
  return timer;
}

function virtualiseCrypto(random: Random): void {
  const bytes = (count: number): Buffer =>
    Buffer.from(Array.from({ length: count }, () => random.below(256)));
  Object.assign(crypto, {
    randomBytes: bytes,
    randomUUID: () =>
      bytes(16)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    randomInt: (from: number, to?: number) =>
      to === undefined ? random.below(from) : from + random.below(to - from),
  });
}

const compressing = [
  'gzip',
  'gunzip',
  'deflate',
  'inflate',
  'deflateRaw',
  'inflateRaw',
  'brotliCompress',
  'brotliDecompress',
  'zstdCompress',
  'zstdDecompress',
  'unzip',
] as const;

type Done = (error: unknown, result?: unknown) => void;

/**
 * Compresses without the thread pool. The pool answers in real time, so its answer would never arrive in
 * virtual time.
 */
function virtualiseCompression(): void {
  const functions = zlib as unknown as Record<string, (...given: unknown[]) => unknown>;
  for (const name of compressing)
    functions[name] = (input: unknown, ...rest: unknown[]) => {
      const done = rest.pop() as Done;
      let result: unknown;
      try {
        result = functions[`${name}Sync`]?.(input, ...rest);
      } catch (error) {
        queueMicrotask(() => done(error));
        return;
      }
      queueMicrotask(() => done(null, result));
    };
}
