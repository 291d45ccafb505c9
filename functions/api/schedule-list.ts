import type { SchedulesSummary } from '../../lib/api.generated.ts';
import { scheduleStores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/reply.ts';
import { maySeeSchedule, scheduleSummary } from './schedules/schedules.ts';

export const handler = operation('schedule-list', async ({ caller, now }) => {
  const all = await scheduleStores().schedules.list();
  const visible = all.filter((record) => maySeeSchedule(caller, record));
  const summary: SchedulesSummary = { schedules: visible.map((record) => scheduleSummary(record, now)) };
  return json(summary);
});
