import { randomUUID } from 'node:crypto';
import { DownpourError } from '../../lib/errors.ts';
import { log } from '../log.ts';
import { startScheduled } from '../starting/scheduled-burst.ts';
import { scheduleStores } from '../stores.ts';
import { operation } from './pipeline/operation.ts';
import { json } from './pipeline/replies/reply.ts';
import { visibleSchedule } from './schedules/visible-schedule.ts';

export const handler = operation('schedule-run', async ({ path, header, caller, now, requestId }) => {
  const record = await visibleSchedule(scheduleStores().schedules, caller, path.name);
  const idempotencyKey = `schedule:${record.id}:${header['idempotency-key'] ?? randomUUID()}`;
  const answer = await startScheduled(record, { at: now, now, idempotencyKey });
  if (answer instanceof DownpourError) throw answer;
  if ('problems' in answer) return json({ code: 'BENCHMARK_REFUSED', ...answer, requestId }, 400);
  log.info(`${caller.user} has started the schedule ${record.name}`, { burst: answer.burst });
  return json({ id: answer.burst, stopToken: answer.stopToken }, 202);
});
