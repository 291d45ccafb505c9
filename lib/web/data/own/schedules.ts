import type { ScheduleRequest } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { isUncertain, newKey, sendFiles } from '../burst/burst-starter.ts';
import type { Order } from '../burst/judge-document.ts';
import { reloadSchedules } from './schedule-list.ts';

/** Removes a schedule. @throws ApiError */
export async function removeSchedule(name: string): Promise<void> {
  await api.schedule.by(name).delete();
}

/**
 * Makes a function that starts the burst of a schedule now, and returns the id of the burst. When a start has
 * no answer, its burst may have started. The next call then sends the same request, which starts no second
 * burst.
 */
export function runnerOf(name: string): () => Promise<string> {
  let lost: string | undefined;
  return async () => {
    const key = lost ?? newKey();
    try {
      const { id } = await api.schedule.by(name).run.post({ headers: { 'idempotency-key': key } });
      lost = undefined;
      reloadSchedules();
      return id;
    } catch (error) {
      lost = isUncertain(error) ? key : undefined;
      throw error;
    }
  };
}

/**
 * Creates a schedule with a document and its files.
 * @throws ApiError
 */
export async function makeSchedule(
  when: Pick<ScheduleRequest, 'name' | 'cron' | 'timezone'>,
  order: Order,
  files: ReadonlyMap<string, Blob>,
): Promise<void> {
  const sent = await sendFiles(api, files);
  await api.schedule.post({ body: { ...when, ...order, ...(sent && { files: sent }) } });
  reloadSchedules();
}
