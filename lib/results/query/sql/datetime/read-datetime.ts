import {
  type CalendarDay,
  calendarDay,
  dayOfYear,
  daysOfMonth,
  epochDay,
  isCountable,
  isoWeekDay,
  julianDay,
} from './calendar.ts';
import { Datetime, microsPerDay } from './datetime.ts';
import { parseTemplate, readFields, type TemplateNode } from './template.ts';
import type { DatetimeFields } from './template-fields.ts';
import type { DatetimeFault } from './text-cursor.ts';

/** Reads a text by a template. The parts of the template decide its type. */
export function readDatetime(
  nodes: readonly TemplateNode[],
  text: string,
): Datetime | { readonly fault: DatetimeFault } {
  const fields = readFields(nodes, text);
  if ('fault' in fields) return fields;
  try {
    return assemble(fields, nodes, text);
  } catch (error) {
    if (error instanceof Misfit) return { fault: error.fault };
    throw error;
  }
}

/** The fault of a template that has no field of a date or time. */
export const neitherDatedNorTimed: DatetimeFault = {
  sqlState: '22007',
  reason: 'datetime format is not dated and not timed',
};

/**
 * The error that ends the computation of a datetime whose fields contradict each other. `readDatetime`
 * catches it.
 */
class Misfit extends Error {
  readonly fault: DatetimeFault;

  constructor(sqlState: string, reason: string) {
    super(reason);
    this.fault = { sqlState, reason };
  }
}

/** The formats that `.datetime()` tries in turn without a template (SQL/JSON, and ISO 8601 with a `T`). */
const zonedTimes = ['HH24:MI:SS.USTZH:TZM', 'HH24:MI:SS.USTZH', 'HH24:MI:SSTZH:TZM', 'HH24:MI:SSTZH'];
const localTimes = ['HH24:MI:SS.US', 'HH24:MI:SS'];
const dated = (times: readonly string[]): readonly string[] =>
  ['yyyy-mm-dd ', 'yyyy-mm-dd"T"'].flatMap((date) => times.map((time) => date + time));
const isoFormats = ['yyyy-mm-dd', ...zonedTimes, ...localTimes, ...dated(zonedTimes), ...dated(localTimes)];

let isoTemplates: readonly (readonly TemplateNode[])[] | undefined;

/** Reads a text in the first ISO format that it fits; undefined when it fits none. */
export function readIsoDatetime(text: string): Datetime | undefined {
  // The templates are parsed when the first datetime is read, because most new processes read none.
  isoTemplates ??= isoFormats.map(parseTemplate);
  for (const template of isoTemplates) {
    const found = readDatetime(template, text);
    if (found instanceof Datetime) return found;
  }
  return undefined;
}

function assemble(fields: DatetimeFields, nodes: readonly TemplateNode[], text: string): Datetime {
  const time = timeOfDay(fields);
  const date = checkedDate(dateOf(fields), text);
  checkTime(time, text);
  const offsetSeconds = zoneOf(fields, text);
  const parts = kindsOf(nodes);
  const micros = microsOf(time);
  if (parts.has('date') && parts.has('time'))
    return timestamp(date, micros, parts.has('zone') ? offsetSeconds : undefined, fields);
  if (parts.has('date')) {
    if (parts.has('zone')) throw new Misfit('22007', 'datetime format is zoned but not timed');
    return dateOnly(date, text);
  }
  if (!parts.has('time')) throw new Misfit(neitherDatedNorTimed.sqlState, neitherDatedNorTimed.reason);
  if (!parts.has('zone')) return new Datetime('time', rounded(micros, fields.precision));
  const shift = BigInt(offsetSeconds) * 1_000_000n;
  return new Datetime('timetz', rounded(micros, fields.precision) - shift, offsetSeconds);
}

const kindsOf = (nodes: readonly TemplateNode[]): ReadonlySet<'date' | 'time' | 'zone'> =>
  new Set(nodes.flatMap((node) => (node.kind === 'field' ? (node.field.part ?? []) : [])));

type Time = {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly micro: number;
};

function timeOfDay(fields: DatetimeFields): Time {
  const { secondOfDay } = fields;
  const minute = fields.minute || Math.trunc(secondOfDay / 60) % 60;
  const second = fields.second || secondOfDay % 60;
  const hour = fields.hour || Math.trunc(secondOfDay / 3600);
  const micro = fields.millisecond * 1000 + fields.microsecond;
  return {
    hour: fields.hasHalves ? hourOfHalf(hour, fields.isAfternoon === 1) : hour,
    minute,
    second,
    micro,
  };
}

function hourOfHalf(hour: number, isAfternoon: boolean): number {
  if (hour < 1 || hour > 12) throw new Misfit('22007', `hour "${hour}" is invalid for the 12-hour clock`);
  if (isAfternoon) return hour < 12 ? hour + 12 : hour;
  return hour === 12 ? 0 : hour;
}

/** A date that is not complete. Missing values count as year 0 (1 BC), month 1 and day 1. */
type PartialDate = { year?: number; month?: number; day?: number };

function dateOf(fields: DatetimeFields): PartialDate {
  let date: PartialDate = {};
  const year = yearOf(fields);
  if (year !== undefined) date.year = year;
  if (fields.julian !== 0) date = { ...calendarDay(fields.julian) };
  const day = dayOfWeek(fields, date.year ?? 0);
  if (day !== undefined) date = { ...calendarDay(day) };
  const { weekOfMonth, month } = fields;
  if (weekOfMonth !== 0) date.day = (weekOfMonth - 1) * 7 + 1;
  else if (fields.day !== 0) date.day = fields.day;
  if (month !== 0) date.month = month;
  return withDayOfYear(date, fields);
}

/**
 * The year of the fields. If a century is given, a short year gives only the last two digits. A century
 * without a year means its first year.
 */
function yearOf(fields: DatetimeFields): number | undefined {
  const century = fields.isBeforeChrist ? -fields.century : fields.century;
  if (fields.year === 0) {
    if (century === 0) return undefined;
    return century >= 0 ? (century - 1) * 100 + 1 : century * 100 + 1;
  }
  if (century === 0 || fields.yearDigits > 2) {
    const year = fields.isBeforeChrist ? -fields.year : fields.year;
    return year < 0 ? year + 1 : year;
  }
  const rest = fields.year % 100;
  if (rest === 0) return century * 100 + (century >= 0 ? 0 : 1);
  return century >= 0 ? rest + (century - 1) * 100 : (century + 1) * 100 - rest + 1;
}

/** The day of an ISO week: the weekday, or else Monday. */
function dayOfWeek({ week, weekday, convention }: DatetimeFields, year: number): number | undefined {
  if (week === 0 || convention !== 'isoWeek') return undefined;
  const monday = isoWeekDay(year, week);
  if (weekday === 0) return monday;
  return weekday > 1 ? monday + weekday - 2 : monday + 6;
}

/** Sets the month and day from the day of the year, if they are not known. */
function withDayOfYear(date: PartialDate, fields: DatetimeFields): PartialDate {
  const { week, convention } = fields;
  const { year = 0, month = 1, day = 1 } = date;
  const number = week !== 0 && convention !== 'isoWeek' ? (week - 1) * 7 + 1 : fields.dayOfYear;
  if (number === 0 || (month > 1 && day > 1)) return date;
  if (year === 0 && !fields.isBeforeChrist)
    throw new Misfit('22007', 'cannot calculate day of year without year information');
  if (convention === 'isoWeek') return calendarDay(isoWeekDay(year, 1) - 1 + number);
  const found = dayOfYear(year, number);
  return { ...date, month: month <= 1 ? found.month : month, day: day <= 1 ? found.day : day };
}

function checkedDate({ year, month, day }: PartialDate, text: string): CalendarDay {
  const date = { year: year ?? 0, month: month ?? 1, day: day ?? 1 };
  const isComplete = year !== undefined && month !== undefined && day !== undefined;
  const dayMax = isComplete ? daysOfMonth(date.year, date.month) : 31;
  if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > dayMax) throw fieldOverflow(text);
  return date;
}

function checkTime({ hour, minute, second, micro }: Time, text: string): void {
  const isHour = hour >= 0 && hour < 24 && minute >= 0 && minute < 60;
  if (!isHour || second < 0 || second >= 60 || micro < 0 || micro >= 1_000_000) throw fieldOverflow(text);
}

const fieldOverflow = (text: string): Misfit =>
  new Misfit('22008', `date/time field value out of range: "${text}"`);

/** The time zone in seconds ahead of UTC. */
function zoneOf({ zoneSign, zoneHour, zoneMinute }: DatetimeFields, text: string): number {
  if (zoneSign === 0) return 0;
  if (zoneHour < 0 || zoneHour > 15 || zoneMinute < 0 || zoneMinute >= 60)
    throw new Misfit('22009', `time zone displacement out of range: "${text}"`);
  return zoneSign * (zoneHour * 3600 + zoneMinute * 60) + 0;
}

const microsOf = ({ hour, minute, second, micro }: Time): bigint =>
  BigInt((hour * 60 + minute) * 60 + second) * 1_000_000n + BigInt(micro);

/**
 * Rounds microseconds to `precision` digits of a second. An exact half is rounded away from zero, which is
 * 2000-01-01 for a timestamp and midnight for a time.
 */
function rounded(micros: bigint, precision: number): bigint {
  if (precision === 0 || precision === 6) return micros;
  const unit = 10n ** BigInt(6 - precision);
  const magnitude = micros < 0n ? -micros : micros;
  const result = ((magnitude + unit / 2n) / unit) * unit;
  return micros < 0n ? -result : result;
}

/** Bounds of PostgreSQL's timestamps: 4714-11-24 BC to the end of 294276, in microseconds from 2000-01-01. */
const timestampMin = -211_813_488_000_000_000n;
const timestampEnd = 9_223_371_331_200_000_000n;

function timestamp(
  date: CalendarDay,
  timeMicros: bigint,
  offsetSeconds: number | undefined,
  { precision }: DatetimeFields,
): Datetime {
  const type = offsetSeconds === undefined ? 'timestamp' : 'timestamptz';
  const shift = BigInt(offsetSeconds ?? 0) * 1_000_000n;
  const micros = BigInt(julianDay(date) - epochDay) * microsPerDay + timeMicros - shift;
  if (!isCountable(date) || micros < timestampMin || micros >= timestampEnd)
    throw new Misfit('22008', `${type} out of range`);
  return new Datetime(type, rounded(micros, precision), offsetSeconds ?? 0);
}

function dateOnly(date: CalendarDay, text: string): Datetime {
  const julian = julianDay(date);
  if (!isCountable(date) || julian < 0 || date.year >= 5_874_898)
    throw new Misfit('22008', `date out of range: "${text}"`);
  return new Datetime('date', BigInt(julian - epochDay) * microsPerDay);
}
