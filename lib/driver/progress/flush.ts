import type { Partial } from '../statistics/partial.ts';

/**
 * The measurements that a drive stores while it is at work (a flush). Rows and the state of the machine cover
 * the time since the previous flush. All other members cover the whole drive so far. The partial, which the
 * drive stores at its end, replaces all its flushes.
 */
export type Flush = Omit<Partial, 'outcome'> & {
  /** The first second since T0 that is not in the flushes so far. */
  readonly untilS: number;
  /** The members from here on mean the same as in the outcome of a drive (`Partial`). */
  readonly startedAt: number;
  readonly skewMs: number;
  readonly notices: readonly string[];
};
