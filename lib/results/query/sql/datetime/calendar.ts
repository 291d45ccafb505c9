/** Dates of the proleptic Gregorian calendar as Julian day numbers. Year 0 is 1 BC. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

/** Julian day number of 2000-01-01. */
export const epochDay = 2_451_545;

/** True for the days in the months that PostgreSQL can count: from November 4714 BC to May 5874898. */
export function isCountable({ year, month }: CalendarDay): boolean {
  const isLate = year > -4713 || (year === -4713 && month >= 11);
  const isEarly = year < 5_874_898 || (year === 5_874_898 && month < 6);
  return isLate && isEarly;
}

/** The Julian day number. A month or day beyond its range counts on: 32 January is 1 February. */
export function julianDay({ year, month, day }: CalendarDay): number {
  const [shiftedYear, shiftedMonth] = month > 2 ? [year + 4800, month + 1] : [year + 4799, month + 13];
  const century = Math.trunc(shiftedYear / 100);
  const leapDays = Math.trunc(shiftedYear / 4) - century + Math.trunc(century / 4);
  return shiftedYear * 365 - 32_167 + leapDays + Math.trunc((7834 * shiftedMonth) / 256) + day;
}

/** The calendar day of a Julian day number, by Richards' algorithm, from 4713 BC on. */
export function calendarDay(julian: number): CalendarDay {
  const f = julian + 1401 + Math.floor((Math.floor((4 * julian + 274_277) / 146_097) * 3) / 4) - 38;
  const e = 4 * f + 3;
  const h = 5 * Math.floor((e % 1461) / 4) + 2;
  const day = Math.floor((h % 153) / 5) + 1;
  const month = ((Math.floor(h / 153) + 2) % 12) + 1;
  return { day, month, year: Math.floor(e / 1461) - 4716 + Math.floor((14 - month) / 12) };
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

export const daysOfMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (monthDays[month - 1] ?? 0);

/** The Julian day number of the Monday of an ISO 8601 week. The first week of a year contains January 4th. */
export function isoWeekDay(year: number, week: number): number {
  const fourth = julianDay({ year, month: 1, day: 4 });
  return (week - 1) * 7 + fourth - (fourth % 7);
}

/**
 * The month and the day of a day of the year, counted from 1. Days beyond the end of the year follow December
 * 31st.
 */
export function dayOfYear(year: number, number: number): { readonly month: number; readonly day: number } {
  let rest = number;
  let month = 1;
  while (month <= 12 && rest > daysOfMonth(year, month)) {
    rest -= daysOfMonth(year, month);
    month += 1;
  }
  return { month, day: rest };
}
