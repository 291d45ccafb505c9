const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The zone of the reader, such as `Europe/Berlin`. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
export const timesIn = (name: string): string => `Times in ${name}.`;
export const show = (name: string): string => `Show ${name}`;

/** An instant as `2026-11-27 02:13:20 UTC`. */
export const inUtc = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/**
 * An instant as `today 02:13`, `yesterday 02:13`, `Mon 23 Nov 02:13`, or `23 Nov 2025 02:13`.
 * @param isUtc true: in UTC instead of the zone of the reader.
 */
export function instant(ms: number, nowMs: number, isUtc = false): string {
  const days = dayNumber(nowMs, isUtc) - dayNumber(ms, isUtc);
  const near = { '0': 'today', '1': 'yesterday', '-1': 'tomorrow' }[days];
  return `${near ?? dayOf(ms, Math.abs(days) < 180 ? { weekday: 'short' } : { year: 'numeric' }, isUtc)} ${clockOf(ms, isUtc)}`;
}

/**
 * The labels of instants on an axis: a day, such as `23 Nov`, and after another label of this day the clock
 * time. The first day of each year has its year if the axis has several years. A label is empty
 * if it would repeat the label before it.
 */
export function axisLabels(instants: readonly number[], isUtc = false): readonly string[] {
  const years = instants.map((ms) => shifted(ms, isUtc).getUTCFullYear());
  const hasYears = new Set(years).size > 1;
  const texts = instants.map((ms, n) => {
    const before = instants[n - 1];
    const isSameDay = before !== undefined && dayNumber(before, isUtc) === dayNumber(ms, isUtc);
    const isNewYear = hasYears && years[n] !== years[n - 1];
    return isSameDay ? clockOf(ms, isUtc) : dayOf(ms, isNewYear ? { year: 'numeric' } : {}, isUtc);
  });
  return texts.map((text, n) => (text === texts[n - 1] ? '' : text));
}

const dayNumber = (ms: number, isUtc: boolean): number => Math.floor(shifted(ms, isUtc).getTime() / dayMs);

const clockOf = (ms: number, isUtc: boolean): string =>
  shifted(ms, isUtc).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });

/** The clock time of an instant with seconds, such as `02:13:20`, in the format of all times of the pages. */
export const timeOfDay = (ms: number, isUtc: boolean): string =>
  shifted(ms, isUtc).toLocaleTimeString('en-GB', { timeZone: 'UTC' });

const dayOf = (ms: number, more: Intl.DateTimeFormatOptions, isUtc: boolean): string =>
  shifted(ms, isUtc)
    .toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC', ...more })
    .replace(',', '');

/** A date whose UTC members are the date and time in the selected time zone, for formatting. */
function shifted(ms: number, isUtc: boolean): Date {
  return new Date(isUtc ? ms : ms - new Date(ms).getTimezoneOffset() * minuteMs);
}

/**
 * The instant 18:00 of the day before.
 * @param isUtc true: in UTC instead of the zone of the reader.
 */
export function yesterdayEvening(nowMs: number, isUtc: boolean): number {
  const day = new Date(nowMs);
  if (isUtc) return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() - 1, 18);
  day.setDate(day.getDate() - 1);
  return day.setHours(18, 0, 0, 0);
}
