import type { Partial } from '../statistics/partial.ts';

/**
 * What a drive wrote down while it was at work. Rows and the state of the machine are those since the flush
 * before, and everything else is that of the whole drive so far. A partial makes all flushes of its drive
 * void.
 */
export type Flush = Omit<Partial, 'outcome'> & {
  /** Every second before this one, since T0, is in it or in a flush before. */
  readonly untilS: number;
  /** As in an outcome. */
  readonly startedAt: number;
  readonly skewMs: number;
  readonly notices: readonly string[];
};
