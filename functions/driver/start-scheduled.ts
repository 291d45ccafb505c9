import { scheduleLateS } from '../../lib/facts/timeouts.ts';
import type { ScheduleRecord } from '../../lib/store/schedule/records.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import type { ScheduledInput } from '../scheduler.ts';
import { startScheduled } from '../starting/scheduled-burst.ts';
import { scheduleStores } from '../stores.ts';

/**
 * Starts a burst at the time of a schedule. EventBridge may deliver a time twice, which starts only one
 * burst. A delivery that is too late starts no burst, because no user expects the load then. A rejected start
 * is recorded and not tried again.
 */
export async function handler({ schedule, id, at }: ScheduledInput): Promise<void> {
  const record = await scheduleStores().schedules.get(schedule);
  if (record?.id !== id) return log.warn(`the schedule ${schedule} was deleted, so it starts no burst`);
  const problem = await problemAt(record, Date.parse(at), Date.now());
  if (problem === undefined) return;
  measure({ SchedulesFailed: 1 });
  log.error(`the schedule ${schedule} started no burst at ${at}: ${problem}`);
}

async function problemAt(record: ScheduleRecord, at: number, now: number): Promise<string | undefined> {
  const lateS = Math.round((now - at) / 1e3);
  if (lateS > scheduleLateS) {
    const problem = `EventBridge Scheduler called ${lateS} s late, and after ${scheduleLateS} s Downpour no longer starts the burst`;
    await scheduleStores().schedules.note(record, { at, problem });
    return problem;
  }
  const idempotencyKey = `schedule:${record.id}:${at}`;
  const answer = await startScheduled(record, { at, now, idempotencyKey });
  return 'burst' in answer ? undefined : answer.message;
}
