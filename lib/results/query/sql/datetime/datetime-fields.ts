import type { Field } from './datetime-template.ts';

/** Why a text does not fit a template, as PostgreSQL says it. */
export type DatetimeFault = {
  readonly sqlState: string;
  readonly reason: string;
  readonly detail?: string;
  readonly hint?: string;
};

/** What has been read; 0 is what has not. */
export type DatetimeFields = {
  hour: number;
  isAfternoon: number;
  minute: number;
  second: number;
  secondOfDay: number;
  /** From 1, Sunday. */
  weekday: number;
  day: number;
  dayOfYear: number;
  month: number;
  millisecond: number;
  microsecond: number;
  year: number;
  isBeforeChrist: number;
  week: number;
  weekOfMonth: number;
  century: number;
  julian: number;
  zoneHour: number;
  zoneMinute: number;
  /** 1 or -1 when there is a time zone. */
  zoneSign: number;
  /** Digits that seconds are rounded to. */
  precision: number;
  yearDigits: number;
  hasHalves: boolean;
  convention: Field['convention'];
};

export type NumberField = Exclude<keyof DatetimeFields, 'hasHalves' | 'convention'>;

export const noFields = (): DatetimeFields => ({
  hour: 0,
  isAfternoon: 0,
  minute: 0,
  second: 0,
  secondOfDay: 0,
  weekday: 0,
  day: 0,
  dayOfYear: 0,
  month: 0,
  millisecond: 0,
  microsecond: 0,
  year: 0,
  isBeforeChrist: 0,
  week: 0,
  weekOfMonth: 0,
  century: 0,
  julian: 0,
  zoneHour: 0,
  zoneMinute: 0,
  zoneSign: 0,
  precision: 0,
  yearDigits: 0,
  hasHalves: false,
  convention: undefined,
});

export const misfit = (
  reason: string,
  more: Omit<DatetimeFault, 'sqlState' | 'reason'> = {},
): DatetimeFault => ({
  sqlState: '22007',
  reason,
  ...more,
});

/** A field that only `to_char` knows. */
export const onlyForOutput = ({ written }: Field): DatetimeFault => ({
  sqlState: '0A000',
  reason: `formatting field "${written}" is only supported in to_char`,
});
