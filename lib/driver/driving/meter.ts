import type { Readings } from '../statistics/health/machine-seconds.ts';
import type { Outcome } from '../statistics/partial.ts';

/** Measures the event loop and the machine on which a drive runs. */
export type Meter = {
  /** The readings so far that end after `sinceMs`, in epoch milliseconds. */
  read(sinceMs: number): Readings;
  /** Ends the measurement and returns its results. */
  stop(): Pick<Outcome, 'cpuUs'> & Readings;
};
