import { randomUUID } from 'node:crypto';
import type { ScheduleRequest, SentFiles } from '../../lib/api.generated.ts';
import { afterFailure, DownpourError } from '../../lib/errors.ts';
import type { ScheduleRecord } from '../../lib/store/schedule/records.ts';
import { printEventBridge } from '../../lib/timetable/print.ts';
import { periodMs } from '../../lib/timetable/times.ts';
import type { Timetable } from '../../lib/timetable/timetable.ts';
import { forgetFiles, readFile } from '../burst-files.ts';
import { scheduleRun } from '../scheduler.ts';
import { judgeBurst, refusalOf } from '../starting/judge-burst.ts';
import { scheduleStores, stores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';
import { timetableOf } from './schedules/timetable.ts';
import { scheduleSummary } from './schedules/visible-schedule.ts';

/** Stores a document and starts it at each time of its schedule, or rejects it with all of its problems. */
export const handler = operation('schedule-create', async ({ body, caller, now, requestId }) => {
  const {
    name,
    cron,
    timezone = 'UTC',
    document: text,
    parameters = {},
    file = 'benchmark',
    files,
    ...options
  } = body;
  try {
    const { timetable, zone } = timetableOf(cron, timezone, now);
    const { user, keyId, limits } = caller;
    if (keyId === 0)
      throw new DownpourError(
        'KEY_NEEDED',
        400,
        'a schedule starts its bursts with the API key that created the schedule: send an API key, not a password or a token',
      );
    // The limit of concurrent bursts is not checked now, because it matters only at the times of the
    // schedule.
    const key = limits && { id: keyId, limits: { ...limits, burstsAtOnceMax: undefined } };
    const judged = await judgeBurst({ ...options, text, parameters, file, files, user, key, now });
    const { plan } = judged;
    if (plan === undefined) return json({ code: 'BENCHMARK_REFUSED', ...refusalOf(judged), requestId }, 400);
    const expression = printEventBridge(timetable);
    const made = { name, id: randomUUID(), cron, expression, zone, benchmark: plan.benchmark.name, file };
    const record = { ...made, user, keyId, createdAt: now };
    try {
      await keep(record, { ...options, text, parameters }, files);
      await start(record, timetable);
    } catch (error) {
      // If EventBridge did not create the schedule, the stored schedule would never start, so it is deleted.
      await afterFailure(error, () => forget(record, files));
    }
    return json(scheduleSummary(record, now, await stores().keys.get(keyId)), 201);
  } finally {
    // The uploaded files can be deleted. A created schedule has its own copies of them.
    await forgetFiles(files);
  }
});

type BurstOptions = Pick<ScheduleRequest, 'shards' | 'seed' | 'maxErrors' | 'stopOnFailure'> & {
  readonly text: string;
  readonly parameters: Readonly<Record<string, string>>;
};

/** Stores the schedule. The objects are written first, so that a visible record always has its document. */
async function keep(
  record: ScheduleRecord,
  options: BurstOptions,
  files: SentFiles | undefined,
): Promise<void> {
  const { schedules, objects } = scheduleStores();
  const { id, name } = record;
  const contents = new Map(files?.list.map((file) => [file.sha256, file]));
  for (const file of contents.values())
    await objects.putFile(id, file.sha256, await readFile(files?.upload ?? '', file));
  await objects.putOrder(id, { ...options, ...(files === undefined ? {} : { files: files.list }) });
  if (await schedules.put(record)) return;
  throw new DownpourError(
    'SCHEDULE_EXISTS',
    409,
    `there is already a schedule '${name}': remove it, or choose another name`,
  );
}

/** Creates the schedule in EventBridge Scheduler. */
async function start(record: ScheduleRecord, timetable: Timetable): Promise<void> {
  const startAt = timetable.kind === 'rate' ? record.createdAt + periodMs(timetable) : undefined;
  await scheduleRun({ ...record, startAt });
}

/** Deletes a schedule that could not be created. The record of another schedule with its name remains. */
async function forget(record: ScheduleRecord, files: SentFiles | undefined): Promise<void> {
  const { schedules, objects } = scheduleStores();
  await schedules.remove(record);
  await objects.erase(record.id, files?.list);
}
