import { incrementableInteger } from '../declaration/incrementable.ts';
import type { Arrivals } from '../model/arrivals.ts';
import type { ArrivalModel, MembersOf, PhaseBody } from './arrival-kind.ts';

/**
 * A closed phase has a fixed number of users. `users` counts them over all shards. `alike`: every agent gets
 * the same number of users, even when the agents have different numbers of threads.
 */
export type ClosedUsers = { readonly users: number; readonly alike?: true };

const forms = ['users', 'usersPerAgent', 'usersPerThread'] as const;

/**
 * The three members that can give the users of a phase; a document has exactly one. `users` is the
 * description of the first member.
 */
export const closedFields = (users: string) => ({
  users: incrementableInteger(`${users} Divided among all agents.`),
  usersPerAgent: incrementableInteger('Number of users on each agent, in place of `users`.'),
  usersPerThread: incrementableInteger('Number of users on each thread of each agent, in place of `users`.'),
});

/** The schema requires one of these members. The parser refuses more than one, and names them. */
export const oneOfUsers = { anyOf: forms.map((form) => ({ required: [form] })) };

/**
 * Reads the number of users of a phase: `users`, or a number for each agent or thread. The document needs
 * exactly one of these members. Returns undefined when the number is missing or wrong.
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

/** A closed model: a fixed number of users, all there at the start. It needs one session for each user. */
export const closedModel = (
  { users, alike }: ClosedUsers,
  parts: Pick<ArrivalModel, 'repeats' | 'description' | 'knownDurationMs' | 'plannedUsers'> & {
    /** A copy of the arrivals with another number of users. */
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
