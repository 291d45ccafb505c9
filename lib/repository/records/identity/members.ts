import type { TeamRole } from '../../../results/access.ts';
import { type User, withRoles } from '../../../results/identity/user.ts';
import type { UserStore } from '../../ports/identity-stores.ts';

/** Attempts of a change that meets another one. */
const attempts = 10;

/** Roles by user: who belongs to a team. */
export type Members = Readonly<Record<string, readonly TeamRole[]>>;

export function membersOf(users: readonly User[], team: string): Members {
  const members = users.flatMap(({ name, teams }) => {
    const roles = teams[team];
    return roles === undefined ? [] : [[name, roles] as const];
  });
  return Object.fromEntries(members);
}

/** Gives a team these members and no others. Who is interrupted may do it again. */
export async function setMembers(store: UserStore, team: string, members: Members): Promise<void> {
  const present = membersOf(await store.list(), team);
  for (const name of new Set([...Object.keys(present), ...Object.keys(members)]))
    await changeUser(store, name, (user) => withRoles(user, team, members[name] ?? []));
}

/** Changes what is known of a user, again when somebody else was faster; false where there is none. */
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
  throw new Error(`the user ${name} changes too often`);
}
