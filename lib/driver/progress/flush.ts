import type { Partial } from '../statistics/partial.ts';

/**
 * Measurements that a drive stored while it was at work. Rows and the state of the machine cover the time
 * since the previous flush. All other members cover the whole drive so far. A partial replaces all flushes of
 * its drive.
 */
export type Flush = Omit<Partial, 'outcome'> & {
  /** The flushes so far contain every second since T0 before this one. */
  readonly untilS: number;
  /** The members from here on have the same meaning as in an outcome. */
  readonly startedAt: number;
  readonly skewMs: number;
  readonly notices: readonly string[];
};
