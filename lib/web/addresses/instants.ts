/**
 * Parses an instant in UTC: `2026-11-23`, which is the start of the day, or `2026-11-23T18:00`. Undefined for
 * other texts.
 */
export function instantOf(text: string): number | undefined {
  const [, day, clock = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?$/.exec(text) ?? [];
  const ms = day === undefined ? Number.NaN : Date.parse(`${day}T${clock}:00Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The text of an instant in UTC for an address, to the minute: `2026-11-23T18:00`. */
export const instantText = (ms: number): string => new Date(ms).toISOString().slice(0, 16);
