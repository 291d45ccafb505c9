import type { SchedulesSummary } from '../../lib/api.generated.ts';
import { walked } from '../../lib/repository/records/paged-list.ts';
import { burstStores, scheduleStores, stores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { linked } from './pipeline/replies/page-reply.ts';
import { json } from './pipeline/replies/reply.ts';
import { maySeeSchedule, scheduleSummary } from './schedules/visible-schedule.ts';

export const handler = operation('schedule-list', async ({ query, caller, now }) => {
  const all = await scheduleStores().schedules.list();
  const visible = all.filter((record) => maySeeSchedule(caller, record));
  const { items, next } = walked(visible, ({ name }) => [name], query);
  const { bursts } = burstStores();
  const schedules = items.map(async (record) => {
    const { burst } = record.last ?? {};
    const key = await stores().keys.get(record.keyId);
    return scheduleSummary(record, now, key, burst === undefined ? undefined : await bursts.get(burst));
  });
  const summary: SchedulesSummary = { schedules: await Promise.all(schedules) };
  return linked(json(summary), query, next);
});
