import type { Outcome } from '../lib/driver/statistics/partial.ts';

/** The outcome of a completed drive, for benchmarks that need only its measurements. */
export const completed: Outcome = {
  result: 'completed',
  planned: 0,
  started: 0,
  throttled: 0,
  sessionLimitExceeded: false,
  errors: [],
  startedAt: 0,
  finishedAt: 0,
  terminatedAt: 0,
  skewMs: 0,
  cpuUs: 0,
  stallNsMax: 0,
};

/** Milliseconds of CPU time since `before`. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e3;
}
