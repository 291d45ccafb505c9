import { constants } from 'node:os';

/** Two signals this close are one: a terminal and the launcher both pass on the same Ctrl-C. */
const sameMs = 200;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Interrupts = {
  /** Aborts at the first Ctrl-C: finish what is under way, then stop. */
  readonly asked: AbortSignal;
  /** Aborts at the second: leave now, closing only what must be closed. The third ends the process. */
  readonly insisted: AbortSignal;
} & Disposable;

/** Listens for Ctrl-C (and polite kills) until disposed. */
export function interrupts(now: () => number = () => performance.now()): Interrupts {
  const [asked, insisted] = [new AbortController(), new AbortController()];
  let lastAt = Number.NEGATIVE_INFINITY;
  const hear = (signal: NodeJS.Signals) => {
    if (now() - lastAt < sameMs) return;
    lastAt = now();
    if (!asked.signal.aborted) asked.abort();
    else if (!insisted.signal.aborted) insisted.abort();
    else process.exit(128 + constants.signals[signal]);
  };
  for (const signal of signals) process.on(signal, hear);
  return {
    asked: asked.signal,
    insisted: insisted.signal,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, hear);
    },
  };
}

/** Waits until the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
