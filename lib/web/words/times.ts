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
  const [date, now] = [clockOf(ms, isUtc), clockOf(nowMs, isUtc)];
  const timeZone = 'UTC';
  const clock = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
  const days = Math.floor(now.getTime() / dayMs) - Math.floor(date.getTime() / dayMs);
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `yesterday ${clock}`;
  if (days === -1) return `tomorrow ${clock}`;
  const isNear = Math.abs(days) < 180;
  const day = date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone,
    ...(isNear ? { weekday: 'short' } : { year: 'numeric' }),
  });
  return `${day.replace(',', '')} ${clock}`;
}

/** A date whose UTC members are the date and time in the selected time zone, for formatting. */
function clockOf(ms: number, isUtc: boolean): Date {
  return new Date(isUtc ? ms : ms - new Date(ms).getTimezoneOffset() * minuteMs);
}

/** The instant 18:00 of the day before, in the zone of the reader. */
export function yesterdayEvening(nowMs: number): number {
  const day = new Date(nowMs);
  day.setDate(day.getDate() - 1);
  return day.setHours(18, 0, 0, 0);
}
