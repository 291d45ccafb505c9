import { awaits } from '../declaration/variables.ts';

/** The variable for which a step waits before it does anything. Absent: the step does not wait. */
export const dependency = awaits(
  undefined,
  'Name of a session variable; the step waits until it is set.',
  'loaded',
);
