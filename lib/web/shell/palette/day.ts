import { days, weekdays } from '../../words/palette.ts';

/** A day, from its first instant to the first one of the next day, in epoch milliseconds. */
export type Day = { readonly from: number; readonly to: number };

/**
 * The day that a word names: `today`, `yesterday`, the last day of a weekday such as `mon` or
 * `monday`, or a date such as
 * `2026-11-23`. Undefined: the word names no day.
 * @param isUtc true: in UTC instead of the zone of the reader.
 */
export function dayOf(word: string, nowMs: number, isUtc: boolean): Day | undefined {
  const date = /^(\d{4})-(\d\d)-(\d\d)$/.exec(word);
  if (date !== null) {
    const [year, month, day] = [Number(date[1]), Number(date[2]) - 1, Number(date[3])];
    const read = new Date(Date.UTC(year, month, day)).toISOString();
    return read.startsWith(word) ? between(year, month, day, isUtc) : undefined;
  }
  const ago = daysAgo(word.toLowerCase(), nowMs, isUtc);
  if (ago === undefined) return undefined;
  const now = new Date(nowMs);
  return isUtc
    ? between(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - ago, isUtc)
    : between(now.getFullYear(), now.getMonth(), now.getDate() - ago, isUtc);
}

/** The number of days since the day of a word. The name of the present weekday means a week ago. */
function daysAgo(word: string, nowMs: number, isUtc: boolean): number | undefined {
  if (Object.hasOwn(days, word)) return days[word as keyof typeof days];
  const weekday = weekdays.findIndex((name) => name.startsWith(word) && word.length >= 3);
  if (weekday < 0) return undefined;
  const now = new Date(nowMs);
  const present = isUtc ? now.getUTCDay() : now.getDay();
  return (present - weekday + 7) % 7 || 7;
}

/** A day in the calendar of the zone, which may have 23 or 25 hours. */
function between(year: number, month: number, day: number, isUtc: boolean): Day {
  const instant = (date: number): number =>
    isUtc ? Date.UTC(year, month, date) : new Date(year, month, date).getTime();
  return { from: instant(day), to: instant(day + 1) };
}
