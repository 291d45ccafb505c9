import { QueryError } from '../../query-error.ts';
import { calendarDay, epochDay } from './calendar.ts';

export type DatetimeType = 'date' | 'time' | 'timetz' | 'timestamp' | 'timestamptz';

/** A value of the method `.datetime()`, made from a string. */
export class Datetime {
  readonly type: DatetimeType;
  /**
   * Microseconds of the value. For a date or timestamp they count from 2000-01-01, for a time from midnight.
   * With a time zone they are in UTC.
   */
  readonly micros: bigint;
  /** Seconds that the time zone is ahead of UTC, 0 without a time zone. */
  readonly offsetSeconds: number;

  constructor(type: DatetimeType, micros: bigint, offsetSeconds = 0) {
    this.type = type;
    this.micros = micros;
    this.offsetSeconds = offsetSeconds;
  }

  /** The text of the value as PostgreSQL's `jsonb` has it, in the form of XML Schema. */
  toString(): string {
    const local = this.micros + BigInt(this.offsetSeconds) * 1_000_000n;
    const zone = this.type.endsWith('tz') ? zoneText(this.offsetSeconds) : '';
    if (this.type === 'time' || this.type === 'timetz') return timeText(local) + zone;
    const day = floorDivide(local, microsPerDay);
    const { date, era } = dateText(Number(day));
    return this.type === 'date' ? date + era : `${date}T${timeText(local - day * microsPerDay)}${zone}${era}`;
  }
}

export const microsPerDay = 86_400_000_000n;

const floorDivide = (dividend: bigint, divisor: bigint): bigint =>
  dividend / divisor - (dividend % divisor < 0n ? 1n : 0n);

const padded = (value: number, length: number): string => String(value).padStart(length, '0');

function dateText(day: number): { readonly date: string; readonly era: string } {
  const { year, month, day: ofMonth } = calendarDay(day + epochDay);
  const yearOfEra = year > 0 ? year : 1 - year;
  return {
    date: `${padded(yearOfEra, 4)}-${padded(month, 2)}-${padded(ofMonth, 2)}`,
    era: year > 0 ? '' : ' BC',
  };
}

function timeText(micros: bigint): string {
  const seconds = Number(micros / 1_000_000n);
  const fraction = padded(Number(micros % 1_000_000n), 6).replace(/0+$/, '');
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => padded(part, 2)).join(':') + (fraction === '' ? '' : `.${fraction}`);
}

function zoneText(offsetSeconds: number): string {
  const minutes = Math.abs(offsetSeconds) / 60;
  return `${offsetSeconds < 0 ? '-' : '+'}${padded(Math.floor(minutes / 60), 2)}:${padded(minutes % 60, 2)}`;
}

/** The results of the method `.type()`. */
export const datetimeTypeNames: Readonly<Record<DatetimeType, string>> = {
  date: 'date',
  time: 'time without time zone',
  timetz: 'time with time zone',
  timestamp: 'timestamp without time zone',
  timestamptz: 'timestamp with time zone',
};

const isTime = ({ type }: Datetime): boolean => type === 'time' || type === 'timetz';
const hasZone = ({ type }: Datetime): boolean => type.endsWith('tz');

/**
 * Compares two values.
 * @returns below 0, 0 or above 0; undefined for a time of day and a date, which cannot be compared.
 * @throws QueryError 0A000 when only one value has a time zone.
 */
export function compareDatetimes(left: Datetime, right: Datetime): number | undefined {
  if (isTime(left) !== isTime(right)) return undefined;
  if (hasZone(left) !== hasZone(right))
    throw zoneNeeded(hasZone(left) ? right : left, hasZone(left) ? left : right);
  if (left.micros !== right.micros) return left.micros < right.micros ? -1 : 1;
  // Two times with a zone that are the same instant are equal only when their zones are equal. The zone
  // further west is greater.
  return left.type === 'timetz' ? right.offsetSeconds - left.offsetSeconds : 0;
}

const zoneNeeded = (from: Datetime, to: Datetime): QueryError =>
  new QueryError('0A000', `cannot convert value from ${from.type} to ${to.type} without time zone usage`);
