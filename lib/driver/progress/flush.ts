import type { Partial } from '../statistics/partial.ts';

/**
 * Measurements that a drive stored while it was at work. Rows and the state of the machine are those since
 * the flush before. Everything else is for the whole drive so far. A partial replaces all flushes of its
 * drive.
 */
export type Flush = Omit<Partial, 'outcome'> & {
  /** The flushes so far contain every second before this one, since T0. */
  readonly untilS: number;
  /** The same figures as in an outcome. */
  readonly startedAt: number;
  readonly skewMs: number;
  readonly notices: readonly string[];
};
