import { grouped } from '../words.ts';

export { counted } from '../words.ts';

/** The text for an unknown number. */
const unknown = '-';

/** Formats nanoseconds: `850ns`, `12.3µs`, `4.56ms`, `1.20s`. */
export function latency(ns: number | null | undefined): string {
  if (!isNumber(ns)) return unknown;
  const size = Math.abs(ns);
  if (size === 0) return '0';
  if (size < 999.5) return `${Math.round(ns)}ns`;
  if (size < 999_500) return `${digits(ns / 1e3)}µs`;
  if (size < 999_500_000) return `${digits(ns / 1e6)}ms`;
  return `${digits(ns / 1e9)}s`;
}

/** Formats a count exactly: `1,234,567`. */
export function exactly(count: number | null | undefined): string {
  return isNumber(count) ? grouped(count) : unknown;
}

/** Formats a count in short form: `950`, `12.3k`, `4.56M`. */
export function roughly(count: number | null | undefined): string {
  if (!isNumber(count)) return unknown;
  if (Math.abs(count) < 9_999.5) return Number.isInteger(count) ? `${count}` : digits(count);
  if (Math.abs(count) < 999_500) return `${digits(count / 1e3)}k`;
  return `${digits(count / 1e6)}M`;
}

/** Formats events per second: `0.50/s`, `120/s`, `12.3k/s`. */
export function rate(perSec: number | null | undefined): string {
  return isNumber(perSec)
    ? `${perSec === 0 ? '0' : roughly(Number.isInteger(perSec) ? perSec : rounded(perSec))}/s`
    : unknown;
}

/** Formats a duration in milliseconds: `850ms`, `9.5s`, `42s`, `1m05s`, `2h03m`. */
export function span(ms: number | null | undefined): string {
  if (!isNumber(ms)) return unknown;
  if (ms < 1000) return `${Math.round(ms)}ms`;
  if (ms < 9_950 && Math.round(ms / 100) % 10 !== 0) return `${(ms / 1000).toFixed(1)}s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m${two(seconds % 60)}s`;
  return `${Math.floor(seconds / 3600)}h${two(Math.floor((seconds % 3600) / 60))}m`;
}

/**
 * Formats a number of bytes: `950 B`, `12.3 kB`, `4.56 MB`, `1.20 GB`. A unit is 1,000 times the smaller one.
 */
export function bytes(count: number | null | undefined): string {
  if (!isNumber(count)) return unknown;
  if (count < 999.5) return `${Math.round(count)} B`;
  if (count < 999_500) return `${digits(count / 1e3)} kB`;
  if (count < 999_500_000) return `${digits(count / 1e6)} MB`;
  return `${digits(count / 1e9)} GB`;
}

/**
 * Formats a share: `99.8 %`. It is never rounded up to 100 % or down to 0 %, which would hide an exception.
 */
export function percent(share: number | null | undefined): string {
  if (!isNumber(share)) return unknown;
  const percents = Math.round(share * 1000) / 10;
  if (percents === 100 && share < 1) return '>99.9 %';
  if (percents === 0 && share > 0)
    return share < 0.000_01 ? '<0.001 %' : `${Number((share * 100).toPrecision(2))} %`;
  return `${percents} %`;
}

/** Formats US dollars: `$14.27`, and below a cent `less than $0.01`. */
export function dollars(amount: number | null | undefined): string {
  if (!isNumber(amount)) return unknown;
  if (amount < 0.01) return 'less than $0.01';
  const cents = Math.round(amount * 100);
  return `$${grouped(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`;
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

/** Rounds numbers from 100 on to whole numbers: a rate of 119.98 becomes 120. */
function rounded(value: number): number {
  return Math.abs(value) >= 99.95 ? Math.round(value) : value;
}

function two(value: number): string {
  return `${value}`.padStart(2, '0');
}
