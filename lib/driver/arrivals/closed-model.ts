import type { Arrivals } from '../model/arrivals.ts';
import type { ArrivalModel } from './arrival-kind.ts';

/** A closed model: a fixed number of users, all of them there at the start. It needs as many sessions. */
export const closedModel = (
  users: number,
  parts: Pick<ArrivalModel, 'repeats' | 'description' | 'knownDurationMs' | 'plannedUsers'> & {
    /** The same with another number of users. */
    readonly withUsers: (users: number) => Arrivals;
  },
): ArrivalModel => ({
  users,
  repeats: parts.repeats,
  peakUsersPerSec: 0,
  description: parts.description,
  loadKey: 'users',
  sessions: () => users,
  share: (weight, totalWeight) => parts.withUsers(Math.round((users * weight) / totalWeight)),
  knownDurationMs: parts.knownDurationMs,
  plannedUsers: parts.plannedUsers,
  expectedUsers: () => users,
  schedule: () => undefined,
});
