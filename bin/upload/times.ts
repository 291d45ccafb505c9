import { parseTime } from '../../lib/results/time.ts';

/** The members in which load drivers write the start and the stop of a run. */
export const timePlaces = [
  { start: '$.info.startTime', stop: '$.info.terminateTime' },
  { start: '$.startTime', stop: '$.endTime' },
  { start: '$.start', stop: '$.stop' },
] as const;

export type Times = { readonly start: string; readonly stop: string; readonly source: string };

/** The start and stop of a run, from the members that load drivers use, or else the given time. */
export function timesOf(document: unknown, changedAtMs: number): Times {
  for (const place of timePlaces) {
    const [start, stop] = [instant(at(document, place.start)), instant(at(document, place.stop))];
    if (start !== undefined && stop !== undefined)
      return { start, stop, source: `${place.start} and ${place.stop}` };
  }
  return timesOfChange(changedAtMs);
}

export function timesOfChange(changedAtMs: number): Times {
  const changed = `${Math.round(changedAtMs)}`;
  return { start: changed, stop: changed, source: 'the last change of the file' };
}

/** The times of an upload when the user gave the start, the stop, or neither. */
export function withGiven(found: Times, { start, stop }: Partial<Omit<Times, 'source'>>): Times {
  const source = [start && '--start', found.source, stop && '--stop'].filter(Boolean).join(' and ');
  return { start: start ?? found.start, stop: stop ?? found.stop, source };
}

const at = (document: unknown, path: string): unknown => path.split('.').slice(1).reduce(member, document);

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** A time in the form that the API accepts: epoch milliseconds or ISO. Undefined for any other value. */
function instant(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return `${Math.round(value)}`;
  return typeof value === 'string' && parseTime(value) !== undefined ? value : undefined;
}

/**
 * The warning about a start time that is probably not in milliseconds. Undefined for other starts. Seconds of
 * the years 1973 to 5138 would mean the years 1970 to 1973 as milliseconds.
 */
export function unitWarning(start: string): string | undefined {
  const ms = /^\d+$/.test(start) ? parseTime(start) : undefined;
  if (ms === undefined || ms < 1e8 || (ms >= 1e11 && ms < 1e14)) return undefined;
  const advice = ms < 1e11 ? 'multiply seconds by 1000' : 'divide microseconds by 1000';
  return `the run starts at ${new Date(ms).toISOString()}, because Downpour reads a number as milliseconds since 1970; ${advice}, and upload the file again`;
}

/** The warning about a stop that is before the start. Undefined for other times, and for JSONPaths. */
export function orderWarning(start: string, stop: string): string | undefined {
  const [startMs, stopMs] = [parseTime(start), parseTime(stop)];
  if (startMs === undefined || stopMs === undefined || startMs <= stopMs) return undefined;
  const [started, stopped] = [startMs, stopMs].map((ms) => new Date(ms).toISOString());
  return `the run starts at ${started}, and stops before that, at ${stopped}; give --start and --stop, and upload the file again`;
}
