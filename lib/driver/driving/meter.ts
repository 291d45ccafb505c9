import type { Readings } from '../statistics/health/machine-seconds.ts';
import type { Outcome } from '../statistics/partial.ts';

/** Measures the event loop and the machine on which a drive runs. */
export type Meter = {
  /** Returns the readings that end after `sinceMs`, in epoch milliseconds. */
  read(sinceMs: number): Readings;
  /** Ends the measurement and returns all readings and the CPU time. */
  stop(): Pick<Outcome, 'cpuUs'> & Readings;
};
