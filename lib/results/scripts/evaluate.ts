import { scriptLimits } from './limits.ts';

/** The problem of a user's function that takes too long. */
export const overdue = `the function was stopped, because it took longer than ${scriptLimits.scriptMs} ms`;

/** The problem of a user's function whose result takes too long to write. */
export const unwritten = `the result of the function is too large: it cannot be written as JSON within ${scriptLimits.scriptWritingMs} ms. Return fewer values`;

/**
 * The result of a user's function: a value as JSON text, or a problem; and the lines that it wrote to its
 * console.
 */
export type Evaluation = { readonly output: readonly string[] } & (
  | { readonly json: string }
  | { readonly problem: string }
);

/**
 * Calls a function that a user wrote, a JavaScript expression such as `v => v + 1`, with one argument as JSON
 * text. The function has no access to the machine. Its time and memory are bounded (limits.ts), and no call
 * sees changes of another call.
 */
export type Evaluate = (script: string, argument: string) => Promise<Evaluation>;
