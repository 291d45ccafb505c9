/**
 * The times at which scheduled bursts start: a calendar as in cron, or a rate. `parse.ts` reads both
 * notations of cron, `print.ts` writes them, and `times.ts` computes the instants.
 */
export type Timetable = Calendar | Rate;

export type Calendar = {
  readonly kind: 'calendar';
  readonly minute: Field;
  readonly hour: Field;
  readonly dayOfMonth: Field;
  readonly month: Field;
  /** The weekdays: 1 is Sunday, 7 is Saturday. */
  readonly dayOfWeek: Field;
  readonly year: Field;
};

/** A rate: every `count` units, counted from the creation of the schedule. */
export type Rate = { readonly kind: 'rate'; readonly count: number; readonly unit: RateUnit };

export const rateUnitMs = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;
export type RateUnit = keyof typeof rateUnitMs;

export type Field =
  | { readonly kind: 'every' }
  /** The values in ascending order, each once. */
  | { readonly kind: 'values'; readonly values: readonly number[] }
  /** An expression that only EventBridge has: `L`, `LW` and `15W` for a day, `6L` and `2#1` for a weekday. */
  | { readonly kind: 'special'; readonly text: string };

export const every: Field = { kind: 'every' };

export type FieldName = Exclude<keyof Calendar, 'kind'>;

export type FieldSpec = {
  readonly name: FieldName;
  /** The name of the field in messages. */
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Names of the values, from `min` on. Both notations have the same names. */
  readonly names?: readonly string[];
  /** True: the field may be `?`, which sets no condition. */
  readonly mayBeOpen?: true;
};

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * The fields of EventBridge in their order. Standard cron has all fields except the year. The ranges are from
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

/** A problem of an expression. `at` is the number of characters before it. */
export type TimetableProblem = { readonly at: number; readonly message: string; readonly hint?: string };
