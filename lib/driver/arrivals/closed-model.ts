import { incrementableInteger } from '../declaration/incrementable.ts';
import type { Arrivals } from '../model/arrivals.ts';
import type { ArrivalModel, MembersOf, PhaseBody } from './arrival-kind.ts';

/**
 * A fixed number of users, as in a closed phase, over all shards. `alike`: every agent gets the same number
 * of users, even if some agents have more threads.
 */
export type ClosedUsers = { readonly users: number; readonly alike?: true };

const forms = ['users', 'usersPerAgent', 'usersPerThread'] as const;

/**
 * The three members that can give the number of users of a phase. A document has exactly one of them. `users`
 * is the description of the first member.
 */
export const closedFields = (users: string) => ({
  users: incrementableInteger(`${users} Divided among all agents.`),
  usersPerAgent: incrementableInteger('Number of users on each agent, in place of `users`.'),
  usersPerThread: incrementableInteger('Number of users on each thread of each agent, in place of `users`.'),
});

/**
 * A rule of the schema: at least one of these members is given. The parser rejects more than one, and its
 * message names them.
 */
export const oneOfUsers = { anyOf: forms.map((form) => ({ required: [form] })) };

/**
 * Reads the number of users of a phase: `users`, or a number for each agent or thread. Exactly one of these
 * members must be given. Undefined when the number is missing or wrong.
 */
export function closedUsers(
  members: MembersOf<ReturnType<typeof closedFields>>,
  body: PhaseBody,
): ClosedUsers | undefined {
  const [form, ...others] = forms.filter((name) => body.has(name));
  if (form === undefined) return undefined;
  for (const other of others)
    body.error(other, `the phase has both '${form}' and '${other}'`, `give only one of ${forms.join(', ')}`);
  const written = members[form];
  if (written === undefined) return undefined;
  if (form === 'usersPerAgent') return { users: written * body.agents, alike: true };
  return { users: form === 'usersPerThread' ? written * body.threads : written };
}

/**
 * The model of a closed phase: a fixed number of users, who all start at the beginning. It needs one session
 * for each user.
 */
export const closedModel = (
  { users, alike }: ClosedUsers,
  parts: Pick<ArrivalModel, 'repeats' | 'description' | 'knownDurationMs' | 'plannedUsers'> & {
    /** Returns a copy of the arrivals with another number of users. */
    readonly withUsers: (users: number) => Arrivals;
  },
): ArrivalModel => ({
  users,
  ...(alike === undefined ? {} : { alike }),
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
