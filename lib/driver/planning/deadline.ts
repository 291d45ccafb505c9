import { burstS, driveTimeoutS } from '../../facts/timeouts.ts';
import type { Phase } from '../model/benchmark.ts';
import type { Tasks } from '../model/plan.ts';
import { timesOf } from './checks/phase-times.ts';
import { reaping } from './limits.ts';

/**
 * A burst that still runs this many milliseconds after its start has a fault. Users who are at work when
 * their phase ends may take as long as a drive. If the duration of a phase is unknown, the longest execution
 * counts.
 */
export function deadlineMs(phases: readonly Phase[], fargate?: Tasks): number {
  const isKnown = phases.every(
    ({ scenario, durationMs, maxDurationMs }) =>
      scenario === undefined || durationMs !== undefined || maxDurationMs !== undefined,
  );
  const longest = burstS * 1e3;
  const planned = Math.max(0, ...[...timesOf(phases).values()].map(({ endMs }) => endMs));
  const outlived = phases.length * driveTimeoutS * 1e3;
  // With tasks of Fargate the longest execution counts, because users of a task may stay for any time.
  return (
    (isKnown && fargate === undefined ? Math.min(planned + outlived, longest) : longest) + reaping.marginMs
  );
}
