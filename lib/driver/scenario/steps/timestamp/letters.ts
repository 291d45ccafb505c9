import { type Locale, wordsOf } from './locale.ts';

/** Formats a part of a date for a letter that is repeated `count` times in the pattern, in one locale. */
type Letter = (count: number, locale: Locale) => (date: Date) => string;

const number =
  (value: (date: Date, locale: Locale) => number): Letter =>
  (count, locale) =>
  (date) =>
    String(value(date, locale)).padStart(count, '0');

/** Formats the year. Two letters give two digits, and any other number of letters gives the whole year. */
const year =
  (value: (date: Date, locale: Locale) => number): Letter =>
  (count, locale) =>
  (date) => {
    const full = value(date, locale);
    return count === 2 ? String(full % 100).padStart(2, '0') : String(full).padStart(count, '0');
  };

const months = Array.from({ length: 12 }, (_month, index) => new Date(Date.UTC(2024, index, 15)));
/** The seven days of a week, beginning with Sunday. */
const days = Array.from({ length: 7 }, (_day, index) => new Date(Date.UTC(2024, 0, 7 + index)));
const halves = [0, 12].map((hour) => new Date(Date.UTC(2024, 0, 1, hour)));

/**
 * Formats a month as a number, a short name or a full name. In many languages the name is different next to a
 * day.
 */
const month =
  (beside: Intl.DateTimeFormatOptions): Letter =>
  (count, locale) => {
    if (count < 3) return number((date) => date.getUTCMonth() + 1)(count, locale);
    const style = count === 3 ? 'short' : 'long';
    const words = wordsOf(locale, 'month', { month: style, ...beside }, months);
    return (date) => words[date.getUTCMonth()] ?? '';
  };

const zone: Letter = (count) => () => (count < 4 ? 'UTC' : 'Coordinated Universal Time');

/** The letters of Java's SimpleDateFormat, with their functions. */
export const letters: { readonly [letter: string]: Letter } = {
  G: (count, locale) => {
    const [era = ''] = wordsOf(locale, 'era', { era: count < 4 ? 'short' : 'long' }, days.slice(0, 1));
    return () => era;
  },
  y: year((date) => date.getUTCFullYear()),
  Y: year((date, locale) => weekOfYear(date, locale).year),
  M: month({ day: 'numeric' }),
  L: month({}),
  w: number((date, locale) => weekOfYear(date, locale).week),
  W: number((date, locale) => weekFrom(date.getUTCDate() - 1, date, locale)),
  D: number((date) => dayOfYear(date) + 1),
  d: number((date) => date.getUTCDate()),
  F: number((date) => Math.ceil(date.getUTCDate() / 7)),
  E: (count, locale) => {
    const words = wordsOf(locale, 'weekday', { weekday: count < 4 ? 'short' : 'long' }, days);
    return (date) => words[date.getUTCDay()] ?? '';
  },
  u: number((date) => date.getUTCDay() || 7),
  a: (_count, locale) => {
    const words = wordsOf(locale, 'dayPeriod', { hour: 'numeric', hour12: true }, halves);
    return (date) => words[date.getUTCHours() < 12 ? 0 : 1] ?? '';
  },
  H: number((date) => date.getUTCHours()),
  k: number((date) => date.getUTCHours() || 24),
  K: number((date) => date.getUTCHours() % 12),
  h: number((date) => date.getUTCHours() % 12 || 12),
  m: number((date) => date.getUTCMinutes()),
  s: number((date) => date.getUTCSeconds()),
  S: number((date) => date.getUTCMilliseconds()),
  z: zone,
  Z: () => () => '+0000',
  X: () => () => 'Z',
};

const dayMs = 24 * 3_600_000;

/** The day of the year, counted from 0. */
function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs);
}

/**
 * The number of the week that contains a day. `elapsed` is the number of days since the first day of its
 * month or year. The days before the first whole week are a week of their own. Its number is 1 if it has
 * enough days, or else 0.
 */
function weekFrom(elapsed: number, date: Date, { firstDay, firstWeekDays }: Locale): number {
  // The weekday of the first day of the month or year: 0 to 6, counted from the day on which weeks begin.
  const offset = (((date.getUTCDay() - elapsed - firstDay) % 7) + 7) % 7;
  const week = Math.floor((elapsed + offset) / 7);
  return 7 - offset >= firstWeekDays ? week + 1 : week;
}

/**
 * The number of the week that contains a date, and the year of this week. The first and last days of a year
 * may belong to a week of another year.
 */
function weekOfYear(date: Date, locale: Locale): { readonly week: number; readonly year: number } {
  const year = date.getUTCFullYear();
  const week = weekFrom(dayOfYear(date), date, locale);
  if (week === 0) {
    const last = new Date(Date.UTC(year - 1, 11, 31));
    return { week: weekFrom(dayOfYear(last), last, locale), year: year - 1 };
  }
  const next = new Date(Date.UTC(year + 1, 0, 1));
  const toNext = Math.floor((next.getTime() - date.getTime() + dayMs - 1) / dayMs);
  const offset = (next.getUTCDay() - locale.firstDay + 7) % 7;
  return offset >= toNext && 7 - offset >= locale.firstWeekDays
    ? { week: 1, year: year + 1 }
    : { week, year };
}
