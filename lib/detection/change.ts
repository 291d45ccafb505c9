import type { Level } from './level.ts';

/** A change of a series that a model found. */
export type Finding = {
  /** The index of the first value of the new level, as far as the model can find it. */
  readonly at: number;
  /** The level before the change. Absent when the model compares values with a fixed bound. */
  readonly before?: Summary;
  readonly after: Summary;
  /** The confidence in the change, from 0 to 1. Absent when the model estimates none. */
  readonly confidence?: number;
  /** The explanation of the change for users. */
  readonly explanation: string;
};

/**
 * A level before or after a change. A model of the original server computes the median, the smallest or the
 * largest value only if it compares that value.
 */
export type Summary = Omit<Level, 'median'> & {
  readonly median?: number;
  readonly min?: number;
  readonly max?: number;
};
