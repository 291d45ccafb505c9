import type { BurstsSummary, RunsSummary, SchedulesSummary } from '../../api.generated.ts';
import { api } from './api.ts';
import { type Loaded, useLoaded } from './cache.ts';

/** Runs that the first screen counts. Beyond them it states a lower bound. */
export const recentRunsMax = 200;

export const useRecentRuns = (from: number): Loaded<RunsSummary> =>
  useLoaded(`recent runs ${from}`, (signal) =>
    api.run.list.get({ query: { from, limit: recentRunsMax, cursor: '' }, signal }),
  );

export const useActiveBursts = (): Loaded<BurstsSummary> =>
  useLoaded('active bursts', (signal) => api.burst.get({ query: { active: true }, signal }));

export const useSchedules = (): Loaded<SchedulesSummary> =>
  useLoaded('schedules', (signal) => api.schedule.get({ signal }));
