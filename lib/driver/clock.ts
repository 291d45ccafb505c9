/**
 * The time of the driver, and its timers. The driver takes them from nowhere else, so a test can run hours of
 * load in virtual time. `functions/driver/clock/real-clock.ts` is the real clock. A clock is a plain object:
 * a copy of it with another `nowNs` counts from another origin.
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

/** Cancels a call that is ordered. A cancel after the call does nothing. */
export type Cancel = () => void;

/**
 * An alarm rings once for each `set` that no later `set` replaced. Code that it calls too early sets it
 * again.
 */
export type Alarm = {
  /** Rings after this time in nanoseconds, and replaces an earlier `set`. */
  set(waitNs: number): void;
  cancel(): void;
  close(): void;
};

/** Resolves after `ms` milliseconds, or at once when the signal aborts. */
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
