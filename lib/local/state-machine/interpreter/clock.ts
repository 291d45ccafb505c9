import type { StatesError } from './errors.ts';

/**
 * The clock, timers and random numbers of executions. They are real on one machine, and virtual in a
 * simulation.
 */
export type Clock = {
  /** The present time in epoch milliseconds. */
  readonly now: () => number;
  /** Calls `call` once after this many milliseconds. The returned function cancels the call. */
  readonly after: (ms: number, call: () => void) => () => void;
  /** A random number from 0 to below 1, for the jitter of retries. */
  readonly random: () => number;
  /** The milliseconds by which the next Wait state ends late. Absent: a Wait ends on time. */
  readonly lateMs?: () => number;
};

/** Waits for this many milliseconds. Rejects with the signal's reason when the signal aborts. */
export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    if (ms <= 0) return resolve();
    const abort = () => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.after(ms, () => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
    signal.addEventListener('abort', abort, { once: true });
  });
}

/**
 * A promise for a race: it rejects when the signal aborts, and with `error` after `seconds`. `clear` stops
 * its timer.
 */
export function deadline(
  clock: Clock,
  seconds: number | undefined,
  signal: AbortSignal,
  error: () => StatesError,
): { readonly passed: Promise<never>; readonly clear: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const cancel = seconds === undefined ? undefined : clock.after(seconds * 1000, () => reject(error()));
  const clear = () => {
    cancel?.();
    signal.removeEventListener('abort', abort);
  };
  return { passed: promise, clear };
}
