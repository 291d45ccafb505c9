import { arrivalsOf } from '../../arrivals/drawn-arrivals.ts';
import { arrivalBounds } from '../../arrivals/limits.ts';
import type { Assignment } from '../../model/plan.ts';
import { type UserSecond, Users } from '../../statistics/users.ts';
import { threadParts } from './thread-parts.ts';

/**
 * The users that a drive should have started in each second. They count as planned for a drive that sent
 * nothing, and for a lost drive.
 */
export function usersPlanned(assignment: Assignment): readonly UserSecond[] {
  const users = new Users();
  for (const part of threadParts(assignment)) countDue(part, users);
  return users.rows();
}

function countDue(part: Assignment, users: Users): void {
  const arrivals = arrivalsOf(part);
  if (arrivals === undefined) {
    // The segment begins a nanosecond later, because an arrival exactly between two seconds would count in
    // the earlier second.
    const beginsNs = part.segment.startMs * 1e6 + 1;
    for (let user = 0; user < part.users; user += 1) users.due(beginsNs);
    return;
  }
  for (let count = 0; count < arrivalBounds.plannedCountMax; count += 1) {
    const ns = arrivals.next();
    if (ns === Infinity) return;
    users.due(ns);
  }
}

export const usersDue = (users: readonly UserSecond[]): number =>
  users.reduce((sum, [, due]) => sum + due, 0);
