import { AsyncLocalStorage } from 'node:async_hooks';

/** An invocation of a function whose code runs now, and the clock of its environment. */
export type Invocation = {
  readonly name: string;
  /** The milliseconds by which the clock of this environment is ahead of the true time. */
  readonly clockErrorMs: number;
  readonly endsAt: number;
  /** The instant until which the processor of the invocation is busy. */
  busyUntil: number;
  /**
   * True when the invocation was killed or has answered. Its pending timers and promises are then dropped.
   */
  isOver: boolean;
};

const storage = new AsyncLocalStorage<Invocation | undefined>();

export const current = (): Invocation | undefined => storage.getStore();

export const within = <T>(invocation: Invocation | undefined, run: () => T): T =>
  storage.run(invocation, run);
