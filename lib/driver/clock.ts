/**
 * The time of the driver, and its timers. The driver has no other source of time, so a test can run hours of
 * load in virtual time. `functions/driver/clock/real-clock.ts` is the real clock. A clock is a plain object:
 * a copy with another `nowNs` counts from another origin.
 */
export type Clock = {
  /** Monotonic nanoseconds since an origin that the clock chooses. */
  readonly nowNs: () => number;
  readonly epochMs: () => number;
  /**
   * Calls `call` once after `ms` milliseconds. The call may be one millisecond early, and late while the
   * event loop is busy.
   */
  readonly after: (ms: number, call: () => void) => Cancel;
  /** Calls `call` again and again every `ms` milliseconds, as exactly as `after` does. */
  readonly every: (ms: number, call: () => void) => Cancel;
  /** Calls `call` in the next turn of the event loop. */
  readonly soon: (call: () => void) => void;
  /** Makes an alarm, which is more exact than `after`. */
  readonly alarm: (ring: () => void) => Alarm;
};

/** Cancels a planned call. A cancel after the call does nothing. */
export type Cancel = () => void;

/**
 * An alarm rings once for each `set`, unless a later `set` replaces it. Code that is called too early sets
 * the alarm again.
 */
export type Alarm = {
  /**
   * Rings after `waitNs` nanoseconds. Replaces an earlier `set`. `followingNs` is the time from now to the
   * instant of the next `set`, where it is known. The alarm prepares for it, and does not ring for it.
   */
  set(waitNs: number, followingNs?: number): void;
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
