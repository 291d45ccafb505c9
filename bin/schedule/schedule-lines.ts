import type { ScheduleSummary } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { type Missed, missedTimes } from '../../lib/local/scheduler/scheduler.ts';
import { wallOf } from '../../lib/timetable/zone.ts';
import { runningServe } from '../api/serving.ts';
import { type Context, defaultDataDir } from '../cli/context.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The lines with facts about a schedule, below its name. */
export function scheduleLines(schedule: ScheduleSummary, { paint }: Pick<Terminal, 'paint'>): string[] {
  const { cron, expression, timezone, benchmark, user, next, keyProblem, last } = schedule;
  const asEventBridge = cron === expression ? '' : paint.dim(`  ${expression}`);
  return [
    `  when  ${cron} (${timezone})${asEventBridge}`,
    `  next  ${next.length === 0 ? 'never again' : next.map((at) => scheduleLine(at, timezone)).join(', ')}`,
    `  runs  ${benchmark} for ${user}`,
    ...(keyProblem === undefined || keyProblem === last?.problem ? [] : [`  key   ${paint.red(keyProblem)}`]),
    ...(last === undefined ? [] : [`  last  ${lastOf(last, timezone, paint)}`]),
  ];
}

function lastOf(
  { at, burst, state, problem }: NonNullable<ScheduleSummary['last']>,
  timezone: string,
  paint: Terminal['paint'],
): string {
  const when = scheduleLine(at, timezone);
  if (burst === undefined) return `${when}  ${paint.red('started no burst')}: ${problem}`;
  return [when, burst, state ?? []].flat().join('  ');
}

/**
 * A line about the times of a schedule that passed without `serve`. The stored name begins with the purpose
 * of the schedule and a dot, which are removed.
 */
export const missedLine = (missed: Missed): string =>
  `Schedule ${missed.name.replace(/^\w+\./, '')} missed ${missedTimes(missed)} while \`downpour serve\` was not running, the last on ${scheduleLine(missed.last, 'UTC')}.`;

/** A local time in a zone: `Mon 2026-11-23 03:00 +01:00`. */
export function scheduleLine(at: number, timezone: string): string {
  const wall = wallOf(at, timezone);
  const text = new Date(wall).toISOString();
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }).format(wall);
  const minutes = Math.round((wall - at) / 60_000);
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  const offset = `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
  return `${day} ${text.slice(0, 10)} ${text.slice(11, 16)} ${minutes === 0 ? 'UTC' : offset}`;
}

const isHere = (data: string | undefined, { environment }: Context): boolean =>
  !environment.DOWNPOUR_URL || data !== undefined;

/** Lines for a schedule on one machine. They explain that Downpour must run at the times of the schedule. */
export function servedLines(data: string | undefined, context: Context): string[] {
  return isHere(data, context)
    ? [
        context.err.paint.dim(
          'The schedule starts bursts only while `downpour serve` runs with this data folder.',
        ),
      ]
    : [];
}

/** Rejects a command whose local cloud would end with the command, because a burst ends with its API. */
export async function refuseBrief(data: string | undefined, context: Context): Promise<void> {
  if (!isHere(data, context)) return;
  const dataDir = data ?? defaultDataDir;
  if ((await runningServe(dataDir, true)) !== undefined) return;
  throw new DownpourError(
    'NOT_SERVED',
    409,
    `No \`downpour serve\` runs with the folder ${dataDir}, and without it the burst would end together with this command; start \`downpour serve\`, or use \`downpour run\``,
  );
}
