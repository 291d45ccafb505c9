/**
 * The time of the driver, and its timers. The driver has no other source of time, so a test can run hours of
 * load in virtual time. `functions/driver/clock/real-clock.ts` is the real clock. A clock is a plain object:
 * a copy of it with another `nowNs` counts from another origin.
 */
export type Clock = {
  /** Monotonic nanoseconds since an origin that the clock chooses. */
  readonly nowNs: () => number;
  readonly epochMs: () => number;
  /**
   * Calls `call` once after `ms` milliseconds. The call may come one millisecond early. It comes late while
   * the event loop is busy.
   */
  readonly after: (ms: number, call: () => void) => Cancel;
  /** Calls `call` repeatedly, every `ms` milliseconds, as exactly as `after` does. */
  readonly every: (ms: number, call: () => void) => Cancel;
  /** Calls `call` in the next iteration of the event loop. */
  readonly soon: (call: () => void) => void;
  /** Makes an alarm, which calls `ring` more exactly than `after` would. */
  readonly alarm: (ring: () => void) => Alarm;
};

/** Cancels a planned call. After the call, it does nothing. */
export type Cancel = () => void;

/**
 * An alarm rings once for each `set`, unless a later `set` replaces it. It may ring early; then the caller
 * sets it again.
 */
export type Alarm = {
  /**
   * Sets the alarm to ring after `waitNs` nanoseconds, in place of an earlier `set`. `followingNs` is the
   * time from now to the instant of the next `set`, if it is known. The alarm only prepares for that instant.
   */
  set(waitNs: number, followingNs?: number): void;
  cancel(): void;
  close(): void;
};

/** Waits for `ms` milliseconds, or until the signal aborts. */
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
