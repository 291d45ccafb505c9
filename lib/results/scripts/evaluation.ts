import { scriptLimits } from './limits.ts';

/** The problem of a user's function that takes too long. */
export const overdue = `the function was stopped, because it took longer than ${scriptLimits.scriptMs} ms`;

/** The problem of a user's function whose result takes too long to write. */
export const unwritten = `the result of the function is too large: it cannot be written as JSON within ${scriptLimits.scriptWritingMs} ms. Return fewer values`;

/**
 * The result of a user's function: a value as JSON text, or a problem; and the lines that it wrote to its
 * console. For a number beyond 64 bits, `json` is the nearest integer of 64 bits, and `beyond` is the number
 * as a text in JSON, such as `"1e+300"` or `"Infinity"`.
 */
export type Evaluation = { readonly output: readonly string[] } & (Valued | { readonly problem: string });

export type Valued = { readonly json: string; readonly beyond?: string };

/**
 * Calls a function that a user wrote, a JavaScript expression such as `v => v + 1`, with one argument as JSON
 * text. The function has no access to the machine. Its time and memory are bounded (limits.ts), and no call
 * sees changes of another call.
 */
export type Evaluate = (script: string, argument: string) => Promise<Evaluation>;

/** The value of a calculation in JSON. Datapoints are doubles, so they need no integer of 64 bits. */
export const calculated = ({ json, beyond = json }: Valued): string => beyond;
