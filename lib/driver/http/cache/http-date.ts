/**
 * Parses a date in any of HTTP's three forms (RFC 9110 section 5.6.7) to epoch milliseconds. Undefined for
 * any other text: a cache must treat an invalid `expires` as a time in the past (RFC 9111 section 5.3).
 * `Date.parse` is not used, because it accepts other texts, and reads a date without a zone in the zone of
 * the machine.
 */
export function parseHttpDate(text: string, nowMs: number): number | undefined {
  for (const form of forms) {
    const { day, month = '', year, time = '' } = form.exec(text)?.groups ?? {};
    if (day === undefined || year === undefined) continue;
    const at = months.indexOf(month.toLowerCase());
    const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
    const fullYear = year.length === 2 ? yearOf(Number(year), nowMs) : Number(year);
    const midnight = Date.UTC(fullYear, at, Number(day));
    // A leap second, 23:59:60, counts as the first instant of the next day.
    const exists =
      new Date(midnight).getUTCDate() === Number(day) && hour < 24 && minute < 60 && second <= 60;
    return at >= 0 && exists ? midnight + ((hour * 60 + minute) * 60 + second) * 1000 : undefined;
  }
  return undefined;
}

/** The year with these two last digits that is at most 50 years after now. */
function yearOf(digits: number, nowMs: number): number {
  const now = new Date(nowMs).getUTCFullYear();
  const year = now - (now % 100) + digits;
  return year > now + 50 ? year - 100 : year;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
 * `Sun Nov  6 08:49:37 1994`.
 */
const forms = [
  /^[a-z]{3}, (?<day>\d\d) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) gmt$/i,
  /^[a-z]{6,9}, (?<day>\d\d)-(?<month>[a-z]{3})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) gmt$/i,
  /^[a-z]{3} (?<month>[a-z]{3}) (?<day>\d\d| \d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/i,
];
