import { constants } from 'node:os';

/**
 * The milliseconds in which two signals count as one. For one Ctrl-C, both the terminal and the launcher send
 * a signal.
 */
const sameMs = 200;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Interrupts = {
  /** Aborts at the first Ctrl-C. The command then finishes its current step and stops. */
  readonly stopRequested: AbortSignal;
  /**
   * Aborts at the second Ctrl-C. The command then leaves at once and only closes its resources. The third
   * Ctrl-C ends the process.
   */
  readonly leaveRequested: AbortSignal;
} & Disposable;

/** Listens for Ctrl-C and for SIGTERM and SIGHUP until it is disposed of. */
export function interrupts(now: () => number = () => performance.now()): Interrupts {
  const [stopRequested, leaveRequested] = [new AbortController(), new AbortController()];
  let lastAt = Number.NEGATIVE_INFINITY;
  const hear = (signal: NodeJS.Signals) => {
    if (now() - lastAt < sameMs) return;
    lastAt = now();
    if (!stopRequested.signal.aborted) stopRequested.abort();
    else if (!leaveRequested.signal.aborted) leaveRequested.abort();
    else process.exit(128 + constants.signals[signal]);
  };
  for (const signal of signals) process.on(signal, hear);
  return {
    stopRequested: stopRequested.signal,
    leaveRequested: leaveRequested.signal,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, hear);
    },
  };
}

/**
 * Until it is disposed of, a signal calls `act` before it ends the process, unless `interrupts` listens at
 * the same time. A second signal ends the process at once.
 */
export function beforeSignal(act: () => Promise<void>): Disposable {
  const dispose = (): void => {
    for (const signal of signals) process.off(signal, hear);
  };
  const hear = (signal: NodeJS.Signals): void => {
    if (process.listenerCount(signal) > 1) return;
    dispose();
    // `process.exit` would wait for a read that blocks, such as that of a named pipe.
    void act().finally(() => process.kill(process.pid, signal));
  };
  for (const signal of signals) process.on(signal, hear);
  return { [Symbol.dispose]: dispose };
}

/** Waits until a signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
