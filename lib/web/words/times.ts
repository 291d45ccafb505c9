const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The zone in which pages write times, such as `Europe/Berlin`. */
export const zone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
export const timesIn = (name: string): string => `Times in ${name}`;

/** `2026-11-27 02:13:20 UTC`. */
export const inUtc = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** `today 02:13`, `yesterday 02:13`, `Mon 23 Nov 02:13`, `23 Nov 2025 02:13`. */
export function instant(ms: number, nowMs: number): string {
  const [date, now] = [new Date(ms), new Date(nowMs)];
  const clock = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
  const days = daysBetween(date, now);
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `yesterday ${clock}`;
  if (days === -1) return `tomorrow ${clock}`;
  const isNear = Math.abs(days) < 180;
  const day = date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isNear ? { weekday: 'short' } : { year: 'numeric' }),
  });
  return `${day.replace(',', '')} ${clock}`;
}

function daysBetween(date: Date, now: Date): number {
  const [from, to] = [date, now].map((each) => new Date(each).setHours(0, 0, 0, 0));
  return Math.round(((to ?? 0) - (from ?? 0)) / dayMs);
}

/** 18:00 of the day before, in the zone of the reader. */
export function yesterdayEvening(nowMs: number): number {
  const day = new Date(nowMs);
  day.setDate(day.getDate() - 1);
  return day.setHours(18, 0, 0, 0);
}
