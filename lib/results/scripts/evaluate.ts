import { scriptLimits } from './limits.ts';

/** The problem of a function that does not end in time. */
export const overdue = `the function takes longer than ${scriptLimits.scriptMs} ms`;

/**
 * What a function gave: a value as JSON text, or why there is none; and the lines that it wrote to its
 * console.
 */
export type Evaluation = { readonly output: readonly string[] } & (
  | { readonly json: string }
  | { readonly problem: string }
);

/**
 * Calls a function that a person wrote, a JavaScript expression such as `v => v + 1`, with one argument as
 * JSON text. It reaches nothing of the machine, its time and memory are bounded (limits.ts), and no call
 * finds anything that another one left.
 */
export type Evaluate = (script: string, argument: string) => Promise<Evaluation>;
