import type { Mapping } from './field.ts';

/** Members in a text, for `Short`. */

/** `left <- right` */
export const intoLeft =
  (left: string, right: string) =>
  (text: string): Mapping | undefined => {
    const at = text.indexOf('<-');
    return at < 0 ? undefined : { [left]: text.slice(0, at).trim(), [right]: text.slice(at + 2).trim() };
  };

/** `name[20]`; the brackets of `name[.][20]` before the last ones belong to the name. */
export const sized =
  (name: string, size: string) =>
  (text: string): Mapping | undefined => {
    const match = /^\s*(.+?)\s*\[\s*(\d+)\s*\]\s*$/.exec(text);
    return match === null ? undefined : { [name]: match[1], [size]: match[2] };
  };

/** One name for several members. */
export const oneName =
  (...members: readonly string[]) =>
  (text: string): Mapping =>
    Object.fromEntries(members.map((member) => [member, text.trim()]));

/** `name++`, `name--`, `name += n`, `name -= n`, with `value` as the amount. */
export const increment =
  (name: string) =>
  (text: string): Mapping | undefined => {
    const match = /^(.+?)\s*(?:(\+\+|--)|([-+])=\s*(\d+))$/.exec(text.trim());
    if (match === null) return undefined;
    const [, variable, step, sign, amount] = match;
    if (step !== undefined) return { [name]: variable, value: step === '++' ? 1 : -1 };
    return { [name]: variable, value: sign === '-' ? `-${amount}` : amount };
  };
