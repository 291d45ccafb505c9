/**
 * Parsers for values of options in the notation of wrk and wrk2. They return undefined for an invalid value.
 */

const counts = { '': 1, k: 1e3, m: 1e6, g: 1e9 } as const;
const timesMs = { '': 1000, ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

/** Parses a whole number, with or without a unit of the SI: `500`, `2k`, `1M`. */
export const countOf = (text: string): number | undefined => amountOf(text, counts);

/** Parses a time to milliseconds: `10s`, `2m`, `1h`, `500ms`. A number without a unit means seconds. */
export const timeMsOf = (text: string): number | undefined => amountOf(text, timesMs);

function amountOf(text: string, units: Readonly<Record<string, number>>): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,15})([a-z]*)$/.exec(text.trim().toLowerCase()) ?? [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (amount === undefined || factor === undefined) return undefined;
  const value = Number(amount) * factor;
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Parses a header: `Name: value`. */
export function headerOf(text: string): readonly [name: string, value: string] | undefined {
  const [, name, value = ''] =
    /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:([\t\x20-\x7e\x80-\xff]*)$/.exec(text) ?? [];
  return name === undefined ? undefined : [name, value.trim()];
}

export type Agent = { readonly name: string; readonly properties: Readonly<Record<string, string>> };

/** Parses an agent: `name=key=value,key=value`, or the name alone. */
export function agentOf(text: string): Agent | undefined {
  const [, name, list] = /^([^=,\s]+)(?:=(.*))?$/s.exec(text.trim()) ?? [];
  if (name === undefined) return undefined;
  const pairs = (list ?? '').split(',').filter((pair) => pair !== '');
  const properties = pairs.map(
    (pair) => /^([^=]+)=(.*)$/s.exec(pair)?.slice(1) as [string, string] | undefined,
  );
  if (properties.includes(undefined)) return undefined;
  return { name, properties: Object.fromEntries(properties.filter((pair) => pair !== undefined)) };
}
