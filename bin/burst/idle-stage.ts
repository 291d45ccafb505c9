import type { BurstStatus } from '../../lib/api.generated.ts';
import { isFinal } from '../../lib/driver/model/final-state.ts';
import { span } from '../../lib/report/units.ts';
import { isAtWork, isOver } from './visible-phases.ts';

/** The present work of a burst while it sends no load, for example its preparation. */
export type Stage = {
  readonly name: 'planning' | 'connecting' | 'waiting' | 'settling' | 'merging';
  readonly words: string;
};

/**
 * Returns what a burst does while it sends no load. Undefined while users send requests, and after the end.
 * `now` is in epoch milliseconds.
 */
export function stageOf({ state, startedAt, phases }: BurstStatus, now: number): Stage | undefined {
  if (isFinal(state) || phases.some(isAtWork)) return undefined;
  if (state === 'planning')
    return {
      name: 'planning',
      words: 'connecting to the targets and dividing the load among load generators',
    };
  if (state === 'merging')
    return { name: 'merging', words: 'adding up the measurements of the load generators' };
  const coming = phases.filter((phase) => !isOver(phase));
  const starts = coming.map(({ startsAt = 0 }) => startsAt).filter((at) => at > now);
  if (starts.length > 0) {
    const seconds = Math.ceil((Math.min(...starts) - now) / 1000);
    return { name: 'waiting', words: `users start in ${span(seconds * 1000)}` };
  }
  if (startedAt === undefined || coming.some(({ status }) => status === 'SCHEDULED'))
    return { name: 'connecting', words: 'load generators start and connect to the targets' };
  if (coming.length === 0)
    return { name: 'settling', words: 'waiting for the reports of the last load generators' };
  return { name: 'waiting', words: 'waiting for the start of the next phase' };
}
