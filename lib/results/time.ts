/** The accepted forms of a time, for messages. */
export const timeForms = 'milliseconds since 1970, or an ISO time such as 2026-11-22T10:00:00Z';

/**
 * The hint for a text that is no time. In a query string a `+` without escape means a blank, so a time zone
 * may have lost its sign.
 */
export const expectedTime = (text: string): string =>
  /T[\d:.,]+ \d\d:?\d\d$/.test(text.trim())
    ? 'a URL reads + as a blank, so write the + of the time zone as %2B'
    : `expected ${timeForms}`;

/** The last instant that a Date can hold, in epoch milliseconds (ECMA-262, 21.4.1.1). */
const instantMax = 8.64e15;

/**
 * Reads a time to epoch milliseconds: a number or digits, an ISO date (midnight UTC), or an ISO date-time.
 * Without a zone it is UTC. An offset may lack its colon or minutes, as `date +%z` writes it. Seconds may be
 * missing when they are zero, and the name of the zone may follow the offset, as Java writes such times.
 * Digits below the millisecond are cut.
 */
export function parseTime(value: unknown): number | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && Math.abs(value) <= instantMax ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^-?\d{1,16}$/.test(text)) return parseTime(Number(text));
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:(?<=:\d\d:\d\d)[.,](\d+))?(?:(Z|[+-]\d\d(?::?\d\d)?)(?:\[[A-Za-z][\w+/-]*\])?)?)?$/.exec(
      text,
    );
  if (parts === null) return undefined;
  return instantOf(parts[1], parts[2]?.padEnd(8, ':00'), parts[3], parts[4]);
}

/**
 * Reads the time of a datapoint: the forms of `parseTime`, and numbers with a fraction. Other texts, such as
 * `release 7`, are not times.
 */
export function parseTimelineTime(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : value;
  const isNumeral = typeof text === 'string' && /^-?\d+(?:\.\d+)?$/.test(text);
  return parseTime(typeof text === 'number' || isNumeral ? Math.trunc(Number(text)) : text);
}

function instantOf(day = '', clock = '00:00:00', fraction = '', zone = 'Z'): number | undefined {
  if (!isDay(day)) return undefined;
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const instant = Date.parse(`${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  return Number.isNaN(instant) ? undefined : instant;
}

/**
 * True if the day of an ISO date exists. Date.parse accepts 30 February as a day in March, but Downpour
 * rejects such a day.
 */
function isDay(day: string): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(day);
}
