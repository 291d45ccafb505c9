import { Cron } from 'croner';
import { printPattern } from './print.ts';
import { type Calendar, type Rate, rateUnitMs, type Timetable } from './timetable.ts';
import { instantOf, wallOf } from './zone.ts';

/** The start of the search. Rates count from the creation of their schedule. Epoch milliseconds. */
export type Since = { readonly madeAt: number; readonly after: number };

/**
 * The next `count` instants of a timetable, epoch milliseconds; fewer when no more come.
 *
 * They follow the wall clock of the zone. Clock changes follow EventBridge: a time that does not exist is
 * skipped, and a time that occurs twice counts once, the first time. Rates count hours of 60 minutes and days
 * of 24 hours. https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
export function nextTimes(timetable: Timetable, zone: string, since: Since, count: number): number[] {
  return timetable.kind === 'rate'
    ? rateTimes(timetable, since, count)
    : wallTimes(timetable, zone, since.after, count);
}

export const periodMs = ({ count, unit }: Rate): number => count * rateUnitMs[unit];

function rateTimes(rate: Rate, { madeAt, after }: Since, count: number): number[] {
  const period = periodMs(rate);
  const first = Math.max(1, Math.floor((after - madeAt) / period) + 1);
  return Array.from({ length: count }, (_, index) => madeAt + (first + index) * period);
}

/** Consecutive wall times that may not exist before Downpour reports that no time comes. */
const missesMax = 50;

/** The library computes the calendar without a zone, so that the rules for clock changes are only here. */
function wallTimes(calendar: Calendar, zone: string, after: number, count: number): number[] {
  const walls = new Cron(printPattern(calendar), {
    timezone: 'UTC',
    alternativeWeekdays: true,
    mode: '7-part',
  });
  const found: number[] = [];
  let wall: Date | null = new Date(wallOf(after, zone) - 1000);
  for (let misses = 0; found.length < count && misses < missesMax; ) {
    wall = walls.nextRun(wall);
    if (wall === null) break;
    const instant = instantOf(wall.getTime(), zone);
    // When an hour occurs twice, its second pass repeats wall times.
    if (instant === undefined) misses += 1;
    else if (instant > after) {
      found.push(instant);
      misses = 0;
    }
  }
  return found;
}
