import type { ScheduleSummary } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { maySeeBurst, type Principal } from '../../../lib/results/access.ts';
import type { ApiKey } from '../../../lib/results/identity/api-key.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import type { ScheduleRecord, Schedules } from '../../../lib/store/schedule/records.ts';
import { parseTimetable } from '../../../lib/timetable/parse.ts';
import { printStandard } from '../../../lib/timetable/print.ts';
import { nextTimes } from '../../../lib/timetable/times.ts';
import { keyProblem } from '../../starting/schedule-key.ts';

/** Whether a caller may see a schedule. The same callers may see its bursts. */
export const maySeeSchedule = (caller: Principal, { user }: Pick<ScheduleRecord, 'user'>): boolean =>
  maySeeBurst(caller, user);

/**
 * Reads a schedule that the caller may see. The error for a hidden schedule is the same as for a missing one.
 */
export async function visibleSchedule(
  schedules: Pick<Schedules, 'get'>,
  caller: Principal,
  name: string,
): Promise<ScheduleRecord> {
  const record = await schedules.get(name);
  if (record !== undefined && maySeeSchedule(caller, record)) return record;
  throw new DownpourError(
    'SCHEDULE_NOT_FOUND',
    404,
    `there is no schedule '${name}'; \`downpour schedule list\` lists the schedules`,
  );
}

const nextMax = 3;

/**
 * @param key the key of the schedule. Undefined: Downpour has deleted the key.
 * @param burst the burst of the last start. Absent: the caller does not need its state, or it is gone.
 */
export function scheduleSummary(
  record: ScheduleRecord,
  now: number,
  key: ApiKey | undefined,
  burst?: Pick<BurstRecord, 'state' | 'runId'>,
): ScheduleSummary {
  const { name, cron, expression, zone, benchmark, user, keyId, createdAt, last } = record;
  const { timetable } = parseTimetable(expression);
  if (timetable === undefined) throw new Error(`the schedule ${name} has the timetable ${expression}`);
  const next = nextTimes(timetable, zone, { madeAt: createdAt, after: now }, nextMax);
  return {
    name,
    cron: printStandard(timetable) ?? cron,
    expression,
    timezone: zone,
    benchmark,
    user,
    keyId,
    createdAt,
    next,
    keyProblem: keyProblem(keyId, key, now, next),
    ...(last && {
      last: {
        at: last.at,
        burst: last.burst,
        state: burst?.state,
        runId: burst?.runId,
        problem: last.problem,
      },
    }),
  };
}
