import type { Mapping } from './field.ts';

/** The functions in this file read the members of a body from a text (`Short.read`). */

/** Reads the short form `left <- right`. */
export const intoLeft =
  (left: string, right: string) =>
  (text: string): Mapping | undefined => {
    const at = text.indexOf('<-');
    return at < 0 ? undefined : { [left]: text.slice(0, at).trim(), [right]: text.slice(at + 2).trim() };
  };

/**
 * Reads the short form `name[20]`. Only the last brackets contain the size: in `name[.][20]` the name is
 * `name[.]`.
 */
export const sized =
  (name: string, size: string) =>
  (text: string): Mapping | undefined => {
    const match = /^(.*\S)\s*\[\s*(\d+)\s*\]$/.exec(text.trim());
    return match === null ? undefined : { [name]: match[1], [size]: match[2] };
  };

/** Reads a text as the value of several members. */
export const oneName =
  (...members: readonly string[]) =>
  (text: string): Mapping =>
    Object.fromEntries(members.map((member) => [member, text.trim()]));

/**
 * Reads the short forms `name++`, `name--`, `name += n` and `name -= n`. The member `value` is the amount.
 */
export const increment =
  (name: string) =>
  (text: string): Mapping | undefined => {
    const match = /^(.*\S)\s*(?:(\+\+|--)|([-+])=\s*(\d+))$/.exec(text.trim());
    if (match === null) return undefined;
    const [, variable, step, sign, amount] = match;
    if (step !== undefined) return { [name]: variable, value: step === '++' ? 1 : -1 };
    return { [name]: variable, value: sign === '-' ? `-${amount}` : amount };
  };
