import { removeSchedule, scheduleName } from '../scheduler.ts';
import { scheduleStores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { noContent } from './pipeline/replies/reply.ts';
import { visibleSchedule } from './schedules/visible-schedule.ts';

/**
 * Deletes a schedule. It is deleted in EventBridge Scheduler first, so that it does not start again, and then
 * its document is deleted. An interrupted deletion can be repeated.
 */
export const handler = operation('schedule-delete', async ({ path, caller }) => {
  const { schedules, objects } = scheduleStores();
  const record = await visibleSchedule(schedules, caller, path.name);
  await removeSchedule(scheduleName.run(record.name));
  const order = await objects.order(record.id);
  await objects.erase(record.id, order?.files);
  await schedules.remove(record);
  return noContent;
});
