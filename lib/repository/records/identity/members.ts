import { overloaded } from '../../../errors.ts';
import type { TeamRole } from '../../../results/access.ts';
import { type User, withRoles } from '../../../results/identity/user.ts';
import type { UserStore } from '../../ports/identity-stores.ts';

/** The most attempts to change a user when changes conflict. */
const attempts = 10;

/** The members of a team: roles by user. */
export type Members = Readonly<Record<string, readonly TeamRole[]>>;

export function membersOf(users: readonly User[], team: string): Members {
  const members = users.flatMap(({ name, teams }) =>
    Object.entries(teams).flatMap(([each, roles]) => (each === team ? [[name, roles] as const] : [])),
  );
  return Object.fromEntries(members);
}

/**
 * Replaces the members of a team. The call may be repeated after an interruption, and then completes the
 * change.
 */
export async function setMembers(store: UserStore, team: string, members: Members): Promise<void> {
  const present = membersOf(await store.list(), team);
  const wanted = new Map(Object.entries(members));
  for (const name of new Set([...Object.keys(present), ...wanted.keys()]))
    await changeUser(store, name, (user) => withRoles(user, team, wanted.get(name) ?? []));
}

/** Changes a user, and repeats the change after a conflict. False when the user does not exist. */
export async function changeUser(
  store: Pick<UserStore, 'get' | 'replace'>,
  name: string,
  change: (user: User) => User,
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const user = await store.get(name);
    if (user === undefined) return false;
    if (await store.replace(change(user))) return true;
  }
  throw overloaded(
    `Downpour could not change the user '${name}', because other requests changed the user during each of ${attempts} attempts; send the request again`,
  );
}
