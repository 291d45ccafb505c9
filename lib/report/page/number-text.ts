import { plural } from '../../words.ts';
import { exactly, latency, percent, rate } from '../units.ts';

/** Formats numbers for pages. The texts are those of a terminal, but a line cannot break before the unit. */

const nbsp = '\u00a0';

export const time = (ns: number | undefined | null): string => spaced(latency(ns));
export const perSecond = (value: number | undefined | null): string => rate(value);
export const share = (value: number | undefined | null): string => percent(value).replace(' ', nbsp);
export const count = (value: number | undefined | null): string => exactly(value);

/** A number with its noun: `12 requests`, `1 request`. */
export const countOf = (value: number, noun: string): string =>
  `${exactly(value)}${nbsp}${plural(noun, value)}`;

/**
 * The fewest requests above a point of a percentile curve. With fewer, the point would depend on a few
 * requests.
 */
export const beyondMin = 10;

/**
 * The text of a percentile. Undefined if less than one request lies above it, because it would be the maximum
 * with another name.
 */
export function percentileText(ns: number, percentile: number, requests: number): string | undefined {
  return requests * (100 - percentile) >= 100 - 1e-9 ? time(ns) : undefined;
}

/** An instant as `2026-11-22 14:03:20 UTC`. */
export function instant(ms: number): string {
  const [day = '', clock = ''] = new Date(ms).toISOString().split('T');
  return `${day}${nbsp}${clock.slice(0, 8)}${nbsp}UTC`;
}

/** A time of day in UTC, such as `14:03:20`. */
export const clockTime = (ms: number): string => new Date(ms).toISOString().slice(11, 19);

/** A duration such as `1 h 2 min`, `10 min`, `1 min 5 s`, `9.5 s`. */
export function durationText(ms: number): string {
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(ms < 9950 ? 1 : 0))}${nbsp}s`;
  const seconds = Math.round(ms / 1000);
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor((seconds % 3600) / 60),
    seconds % 60,
  ];
  const parts = [[hours, 'h'] as const, [minutes, 'min'] as const, [rest, 's'] as const];
  return parts
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${value}${nbsp}${unit}`)
    .join(' ');
}

/** Adds spaces before units in a sentence such as `p99 below 250ms`. */
export const spacedUnits = (text: string): string => text.replaceAll(/(\d)(ns|µs|ms|s)\b/g, `$1${nbsp}$2`);

const spaced = (text: string): string => text.replace(/(\d)(\D+)$/, `$1${nbsp}$2`);
