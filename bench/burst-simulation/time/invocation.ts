import { AsyncLocalStorage } from 'node:async_hooks';

/** An invocation of a function: whose code runs now, and what it takes for the time. */
export type Invocation = {
  readonly name: string;
  /** Milliseconds by which its environment's clock is ahead of the true time. */
  readonly clockErrorMs: number;
  readonly endsAt: number;
  /** Its processor is busy until this instant. */
  busyUntil: number;
  /** Killed, or answered: whatever it still waits for never comes. */
  isOver: boolean;
};

const storage = new AsyncLocalStorage<Invocation | undefined>();

export const current = (): Invocation | undefined => storage.getStore();

export const within = <T>(invocation: Invocation | undefined, run: () => T): T =>
  storage.run(invocation, run);
