import { DownpourError } from '../../../lib/errors.ts';
import { parseTimetable } from '../../../lib/timetable/parse.ts';
import { nextTimes } from '../../../lib/timetable/times.ts';
import type { Timetable, TimetableProblem } from '../../../lib/timetable/timetable.ts';
import { parseZone } from '../../../lib/timetable/zone.ts';

/**
 * Parses a timetable, which must have at least one future time.
 * @throws DownpourError TIMETABLE_REFUSED (400) with every problem.
 */
export function timetableOf(
  cron: string,
  timezone: string,
  now: number,
): { readonly timetable: Timetable; readonly zone: string } {
  const parsed = parseTimetable(cron);
  const place = parseZone(timezone);
  if ('message' in place) throw refusal([...parsed.problems, { at: 0, ...place }]);
  if (parsed.timetable === undefined) throw refusal(parsed.problems);
  const { timetable } = parsed;
  const { zone } = place;
  const [next] = nextTimes(timetable, zone, { madeAt: now, after: now }, 1);
  if (next === undefined) throw refusal([{ at: 0, message: 'the timetable has no time in the future' }]);
  return { timetable, zone };
}

function refusal(problems: readonly TimetableProblem[]): DownpourError {
  const all = problems.map(({ message, hint }) => (hint === undefined ? message : `${message} (${hint})`));
  return new DownpourError('TIMETABLE_REFUSED', 400, `the timetable cannot be used: ${all.join('; ')}`, {
    details: { timetable: problems },
  });
}
