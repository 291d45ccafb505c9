/**
 * When a scheduled run starts, whoever wrote it down: a calendar as cron knows it, or a rate. `parse.ts`
 * reads both notations of cron, `print.ts` writes them, `times.ts` says which instants they mean.
 */
export type Timetable = Calendar | Rate;

export type Calendar = {
  readonly kind: 'calendar';
  readonly minute: Field;
  readonly hour: Field;
  readonly dayOfMonth: Field;
  readonly month: Field;
  /** 1: Sunday to 7: Saturday. */
  readonly dayOfWeek: Field;
  readonly year: Field;
};

/** Every so many units, counted from when the schedule was made. */
export type Rate = { readonly kind: 'rate'; readonly count: number; readonly unit: RateUnit };

export const rateUnitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export type RateUnit = keyof typeof rateUnitMs;

export type Field =
  | { readonly kind: 'every' }
  /** In ascending order, each once. */
  | { readonly kind: 'values'; readonly values: readonly number[] }
  /**
   * What only EventBridge can say, in its words: `L`, `LW` and `15W` for a day, `6L` and `2#1` for a weekday.
   */
  | { readonly kind: 'special'; readonly text: string };

export const every: Field = { kind: 'every' };

export type FieldName = Exclude<keyof Calendar, 'kind'>;

export type FieldSpec = {
  readonly name: FieldName;
  /** As people say it. */
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Names of the values, from `min` on; either notation knows the same ones. */
  readonly names?: readonly string[];
  /** May be `?`: says nothing. */
  readonly mayBeOpen?: true;
};

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * The fields of EventBridge in their order; standard cron has all but the year. Ranges are those of
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
export const fieldSpecs = {
  minute: { name: 'minute', label: 'minute', min: 0, max: 59 },
  hour: { name: 'hour', label: 'hour', min: 0, max: 23 },
  dayOfMonth: { name: 'dayOfMonth', label: 'day of month', min: 1, max: 31, mayBeOpen: true },
  month: { name: 'month', label: 'month', min: 1, max: 12, names: months },
  dayOfWeek: { name: 'dayOfWeek', label: 'day of week', min: 1, max: 7, names: weekdays, mayBeOpen: true },
  year: { name: 'year', label: 'year', min: 1970, max: 2199 },
} as const satisfies Readonly<Record<FieldName, FieldSpec>>;

export const standardFields = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;
export const eventBridgeFields = [...standardFields, 'year'] as const;

/** What is wrong with an expression. `at`: characters before the place. */
export type TimetableProblem = { readonly at: number; readonly message: string; readonly hint?: string };
