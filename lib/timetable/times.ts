import { Cron } from 'croner';
import { printPattern } from './print.ts';
import { type Calendar, type Rate, rateUnitMs, type Timetable } from './timetable.ts';
import { dayMs, instantOf, wallOf } from './zone.ts';

/**
 * The start of the search: after `after`. A rate counts from `madeAt`, the creation of its schedule. Both are
 * in epoch milliseconds.
 */
export type Since = { readonly madeAt: number; readonly after: number };

/**
 * The next `count` instants of a timetable in epoch milliseconds; fewer when no more come.
 *
 * Instants follow the local time of the zone. Clock changes follow EventBridge: a local time that does not
 * exist is skipped, and a local time that occurs twice counts once, the first time. Rates count hours of 60
 * minutes and days of 24 hours. https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
export function nextTimes(timetable: Timetable, zone: string, since: Since, count: number): number[] {
  return timetable.kind === 'rate'
    ? rateTimes(timetable, since, count)
    : wallTimes(timetable, zone, since.after, count);
}

export const periodMs = ({ count, unit }: Rate): number => count * rateUnitMs[unit];

function rateTimes(rate: Rate, { madeAt, after }: Since, count: number): number[] {
  const period = periodMs(rate);
  // The number of the first time is below 1 when the clock was ahead at the creation. The schedule then has
  // times before its creation, and is not silent until the clock has reached it again.
  const first = Math.floor((after - madeAt) / period) + 1;
  return Array.from({ length: count }, (_, index) => madeAt + (first + index) * period);
}

/**
 * The most consecutive days without an existing local time. After them, the timetable has no further
 * instants. Days are counted, because a timetable may have a time in each minute of the hour that a clock
 * change skips.
 */
const missedDaysMax = 50;

/**
 * The local times of a calendar. The library computes them without a zone, so that only this file has the
 * rules for clock changes.
 */
function wallTimes(calendar: Calendar, zone: string, after: number, count: number): number[] {
  const walls = new Cron(printPattern(calendar), {
    timezone: 'UTC',
    alternativeWeekdays: true,
    mode: '7-part',
  });
  const found: number[] = [];
  const missedDays = new Set<number>();
  let wall: Date | null = new Date(wallOf(after, zone) - 1000);
  while (found.length < count && missedDays.size < missedDaysMax) {
    wall = walls.nextRun(wall);
    if (wall === null) break;
    const instant = instantOf(wall.getTime(), zone);
    // A missing instant is a local time that does not exist. When an hour occurs twice, its local times are
    // repeated.
    if (instant === undefined) missedDays.add(Math.floor(wall.getTime() / dayMs));
    else if (instant > after) {
      found.push(instant);
      missedDays.clear();
    }
  }
  return found;
}
