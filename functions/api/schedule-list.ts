import type { SchedulesSummary } from '../../lib/api.generated.ts';
import { walked } from '../../lib/repository/records/paged-list.ts';
import { scheduleStores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { json, linked } from './pipeline/reply.ts';
import { maySeeSchedule, scheduleSummary } from './schedules/visible-schedule.ts';

export const handler = operation('schedule-list', async ({ query, caller, now }) => {
  const all = await scheduleStores().schedules.list();
  const visible = all.filter((record) => maySeeSchedule(caller, record));
  const { items, next } = walked(visible, ({ name }) => [name], query);
  const summary: SchedulesSummary = { schedules: items.map((record) => scheduleSummary(record, now)) };
  return linked(json(summary), query, next);
});
