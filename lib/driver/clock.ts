/**
 * Time, for whoever waits. Nothing in the driver takes timers from anywhere else, so that a test can run
 * hours of load in virtual time. `functions/driver/clock.ts` is the real one. A clock is a plain object: a
 * copy of it with another `nowNs` counts from another origin.
 */
export type Clock = {
  /** Monotonic nanoseconds from an origin of the clock's own. */
  readonly nowNs: () => number;
  readonly epochMs: () => number;
  /** Calls back once, to about a millisecond: up to one too early, and late while the event loop is busy. */
  readonly after: (ms: number, call: () => void) => Cancel;
  /** Calls back again and again, as coarse as `after`. */
  readonly every: (ms: number, call: () => void) => Cancel;
  /** Calls back once the event loop has turned. */
  readonly soon: (call: () => void) => void;
  /** An alarm of one's own, finer than `after`. */
  readonly alarm: (ring: () => void) => Alarm;
};

/** Once called, what was ordered will not happen any more. Harmless afterwards. */
export type Cancel = () => void;

/** Rings once for each `set` that was not replaced by a later one. Who is rung too early sets it again. */
export type Alarm = {
  /** Rings in so many nanoseconds; replaces what was set before. */
  set(waitNs: number): void;
  cancel(): void;
  close(): void;
};

/** Resolves after so many milliseconds, or at once when the signal aborts. */
export const pause = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (ms <= 0 || signal?.aborted) return resolve();
    const done = (): void => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.after(ms, done);
    signal?.addEventListener('abort', done, { once: true });
  });
