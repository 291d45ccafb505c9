/**
 * A scale of units. wrk and wrk2 print numbers with two decimals and a unit. From 85 % of the next unit on
 * they use the next unit, and times end at minutes. Scripts parse these lines, so every character must be the
 * same.
 */
type Scale = { readonly step: number; readonly units: readonly string[] };

const counts: Scale = { step: 1000, units: ['', 'k', 'M', 'G', 'T'] };
const bytes: Scale = { step: 1024, units: ['', 'K', 'M', 'G', 'T'] };
const microseconds: Scale = { step: 1000, units: ['us', 'ms'] };
const seconds: Scale = { step: 60, units: ['s', 'm'] };

export const count = (value: number): string => inUnits(value, counts);

export const data = (amount: number): string => `${inUnits(amount, bytes)}B`;

export const time = (ns: number): string =>
  ns >= 1e9 ? inUnits(ns / 1e9, seconds) : inUnits(ns / 1000, microseconds);

/**
 * Aligns a text to the right, so that the digits of a column end at one position. A unit may have two
 * letters, one or none.
 */
export function column(text: string, width: number): string {
  const letters = /[a-z]{0,2}$/i.exec(text)?.[0].length ?? 0;
  return text.padStart(width - 2 + letters) + ' '.repeat(2 - letters);
}

function inUnits(value: number, { step, units }: Scale): string {
  let [amount, at] = [value, 0];
  while (at < units.length - 1 && amount >= step * 0.85) {
    amount /= step;
    at += 1;
  }
  return `${amount.toFixed(2)}${units[at]}`;
}
