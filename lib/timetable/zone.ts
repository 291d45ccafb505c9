import { distance } from 'fastest-levenshtein';

/** This file represents a local time by the epoch milliseconds at which a clock in UTC shows it. */

/** The zone in the form that EventBridge accepts, or the reason why the text is not a zone. */
export function parseZone(
  text: string,
): { readonly zone: string } | { readonly message: string; readonly hint: string } {
  const known = /^[A-Za-z]/.test(text) ? canonical(text) : undefined;
  if (known !== undefined) return { zone: known };
  return { message: `'${text}' is not the name of a time zone`, hint: `such as UTC or ${nearest(text)}` };
}

function canonical(text: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function nearest(text: string): string {
  const far = (zone: string): number => distance(zone.toLowerCase(), text.slice(0, 60).toLowerCase());
  const [first = 'Europe/Prague'] = Intl.supportedValuesOf('timeZone').sort((a, b) => far(a) - far(b));
  return far(first) <= text.length / 2 ? first : 'Europe/Prague';
}

/** The local time in a zone at an instant. */
export function wallOf(instant: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) part[type] = Number(value);
  const seconds = Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!);
  return seconds + (((instant % 1000) + 1000) % 1000);
}

export const dayMs = 86_400_000;

/**
 * The first instant with this local time. Undefined when the local time never occurs. Offsets change at most
 * once in two days.
 */
export function instantOf(wall: number, zone: string): number | undefined {
  const candidates = [wall - dayMs, wall + dayMs].map((near) => wall - (wallOf(near, zone) - near));
  const real = candidates.filter((instant) => wallOf(instant, zone) === wall);
  return real.length === 0 ? undefined : Math.min(...real);
}

/**
 * The date formatters by zone. They are cached, because creating one takes longer than everything else in
 * this file.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: undefined,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}
