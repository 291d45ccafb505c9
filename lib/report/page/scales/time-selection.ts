/** A time range of a run, in epoch milliseconds. */
export type TimeSelection = { readonly from: number; readonly to: number };

const dayMs = 86_400_000;

/**
 * A time range as a part of an address, such as `02:13:20..02:14:05` in UTC. The hours continue beyond 24
 * after the midnight that follows the start of the run.
 *
 * @param origin start of the run, epoch milliseconds.
 */
export const selectionText = ({ from, to }: TimeSelection, origin: number): string =>
  `${clockOf(from, origin)}..${clockOf(to, origin)}`;

/**
 * Parses a time range in an address. A part of the range outside of the run is cut off. Undefined for a text
 * that is not a time range of the run.
 */
export function parseSelection(text: string, origin: number, lengthMs: number): TimeSelection | undefined {
  const [first, last, more] = text.split('..');
  if (first === undefined || last === undefined || more !== undefined) return undefined;
  const [from, to] = [first, last].map((clock) => msOf(clock, origin));
  if (from === undefined || to === undefined) return undefined;
  const selection = { from: Math.max(origin, from), to: Math.min(origin + lengthMs, to) };
  return selection.from < selection.to ? selection : undefined;
}

const midnight = (origin: number): number => Math.floor(origin / dayMs) * dayMs;

function clockOf(ms: number, origin: number): string {
  const since = Math.round(ms) - midnight(origin);
  const seconds = Math.floor(since / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = parts.map((part) => `${part}`.padStart(2, '0')).join(':');
  const rest = since % 1000;
  return rest === 0 ? clock : `${clock}.${`${rest}`.padStart(3, '0')}`;
}

function msOf(clock: string, origin: number): number | undefined {
  const found = /^(\d{2,4}):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/.exec(clock);
  if (found === null) return undefined;
  const [, hours, minutes, seconds, rest = ''] = found;
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return midnight(origin) + whole * 1000 + Number(rest.padEnd(3, '0'));
}
