import type { Level } from './level.ts';

/** A change of a series that a model found. */
export type Finding = {
  /** The index of the first value of the new level, as far as the model can find it. */
  readonly at: number;
  /** The level before the change. Absent when the model compares with a bound. */
  readonly before?: Summary;
  readonly after: Summary;
  /** The confidence, from 0 to 1. Absent when the model compares and does not estimate. */
  readonly confidence?: number;
  /** The explanation of the change for users. */
  readonly explanation: string;
};

/**
 * A level, with the value that a model compared if it is not the mean. The models of the original server
 * compute no other.
 */
export type Summary = Omit<Level, 'median'> & {
  readonly median?: number;
  readonly min?: number;
  readonly max?: number;
};
