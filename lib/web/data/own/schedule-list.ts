import type { SchedulesSummary } from '../../../api.generated.ts';
import { api } from '../api.ts';
import { type Loaded, reload, useLoaded } from '../cache.ts';

export const schedulesKey = 'schedules';

/** Loads the schedules that the caller may see, by name. */
export const useSchedules = (): Loaded<SchedulesSummary> =>
  useLoaded(schedulesKey, (signal) => api.schedule.get({ signal }));

export const reloadSchedules = (): void => reload(schedulesKey);
