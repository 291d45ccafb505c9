import { randomBytes } from 'node:crypto';
import { DownpourError } from '../../lib/errors.ts';
import { environment } from '../../lib/names/environment.ts';
import { changeUser, membersOf, setMembers } from '../../lib/repository/records/identity/members.ts';
import { isMember, type Principal, refuseUnlessAdmin, teamOf, teamsOf } from '../../lib/results/access.ts';
import { type ApiKey, isGood } from '../../lib/results/identity/api-key.ts';
import {
  hashPassword,
  type PasswordHash,
  passwordLengthMin,
  saltBytes,
} from '../../lib/results/identity/password.ts';
import {
  isFound,
  presentCaller,
  refuseOwnTeam,
  refuseRemoval,
  refuseUnlessManager,
  refuseUnlessManagerOf,
  requestedUser,
  roleNames,
  type User,
  unknownUser,
  userData,
} from '../../lib/results/identity/user.ts';
import { repository } from '../repository.ts';
import { stores } from '../stores.ts';
import { forgetKey } from './pipeline/authentication/known-keys.ts';
import { forgetUser } from './pipeline/authentication/known-users.ts';
import { operation } from './pipeline/operation.ts';
import { json, noContent, text } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';
import { createOnce, exchangeOnce } from './users/one-time-codes.ts';

export const handler = router({
  'GET /api/user/administrators': operation('administrator-list', async ({ caller, now }) => {
    refuseUnlessAdmin(caller);
    const [users, keys] = await everybody();
    const named = new Map(users.map((user) => [user.name, user]));
    const byKey = keys.filter((key) => key.role === 'admin' && isGood(key, now)).map(({ user }) => user);
    const admins = [...new Set([...named.keys(), ...byKey])].filter(
      (name) => named.get(name)?.admin ?? byKey.includes(name),
    );
    return json(admins.sort().map((name) => userData(named.get(name) ?? unknownUser(name, now))));
  }),

  'POST /api/user/administrators': operation('administrator-set', async ({ body, caller, now }) => {
    refuseUnlessAdmin(caller);
    if (!body.includes(caller.user))
      throw new DownpourError('OWN_USER', 400, 'Cannot remove yourself from administrator list');
    const [users, keys] = await everybody();
    const byKey = keys.filter(({ role }) => role === 'admin').map(({ user }) => user);
    refuseUnknown(body, [...users.map(({ name }) => name), ...keys.map(({ user }) => user)]);
    for (const name of new Set([...users.map((user) => user.name), ...byKey, ...body]))
      await recorded(name, now, (user) => ({ ...user, admin: body.includes(name) }));
    return noContent;
  }),

  'GET /api/user/allTeams': operation('team-list-all', async ({ caller }) => {
    refuseUnlessAdmin(caller);
    return json(await teamNames());
  }),

  'GET /api/user/teams': operation('team-list', async () => json(await teamNames())),

  'GET /api/user/storage': operation('team-storage', async ({ caller }) => {
    const { storage } = repository();
    const used = await storage.usage();
    const all = caller.role === 'admin' ? [...(await teamNames()), ...used.keys()] : [];
    const teams = [...new Set([...teamsOf(caller), ...all])].sort();
    return json({
      bytesMax: storage.bytesMax ?? null,
      teams: teams.map((team) => ({ team, usedBytes: used.get(team) ?? 0 })),
    });
  }),

  'GET /api/user/me': operation('me', async ({ caller }) => json(presentCaller(caller))),

  'GET /api/user/roles': operation('user-roles', async ({ caller }) => json(roleNames(caller))),

  'GET /api/user/defaultTeam': operation('user-default-team', async ({ caller }) => {
    const user = await stores().users.get(caller.user);
    return text(user?.defaultTeam ?? '');
  }),

  'POST /api/user/defaultTeam': operation('user-default-team-set', async ({ body, caller, now }) => {
    if (!isMember(caller, body))
      throw new DownpourError('FORBIDDEN', 403, `This user is not a member of team ${body}`);
    await recorded(caller.user, now, (user) => ({ ...user, defaultTeam: body }));
    return noContent;
  }),

  'POST /api/user/createUser': operation('user-create', async ({ body, caller, now }) => {
    const user = requestedUser(caller, body, now);
    await refuseTaken(caller, user, body.team);
    const password = body.password === undefined ? undefined : await hashed(body.password);
    if (!(await stores().users.add({ ...user, ...(password && { password }) }))) throw userExists(user.name);
    return noContent;
  }),

  'POST /api/user/once': createOnce,

  'POST /api/user/once/key': exchangeOnce,

  'POST /api/user/info': operation('user-info', async ({ body, caller }) => {
    refuseUnlessManager(caller);
    const users = await Promise.all([...new Set(body)].map((name) => stores().users.get(name)));
    return json(users.flatMap((user) => (user === undefined ? [] : [userData(user)])));
  }),

  'GET /api/user/search': operation('user-search', async ({ query, caller }) => {
    refuseUnlessManager(caller);
    const users = await stores().users.list();
    return json(users.filter((user) => isFound(user, query.query ?? '')).map(userData));
  }),

  'POST /api/user/team/{team}': operation('team-create', async ({ path, caller, now }) => {
    refuseUnlessAdmin(caller);
    const [users, keys] = await everybody();
    refuseOwnTeam(path.team, [...users.map(({ name }) => name), ...keys.map(({ user }) => user)]);
    if (!(await stores().users.addTeam({ name: path.team, createdAt: now })))
      throw new DownpourError(
        'TEAM_EXISTS',
        400,
        `there is already a team '${path.team}': choose another name`,
      );
    return noContent;
  }),

  /**
   * Deletes a team. Its members are removed first, so that a new team of the same name begins without
   * members.
   */
  'DELETE /api/user/team/{team}': operation('team-delete', async ({ path, caller }) => {
    refuseUnlessAdmin(caller);
    await refuseUnlessTeam(path.team);
    await setMembers(stores().users, path.team, {});
    await stores().users.removeTeam(path.team);
    return noContent;
  }),

  'GET /api/user/team/{team}/members': operation('team-members', async ({ path, caller }) => {
    refuseUnlessManagerOf(caller, path.team);
    await refuseUnlessTeam(path.team);
    return json(membersOf(await stores().users.list(), path.team));
  }),

  'POST /api/user/team/{team}/members': operation('team-members-set', async ({ path, body, caller, now }) => {
    refuseUnlessManagerOf(caller, path.team);
    await refuseUnlessTeam(path.team);
    const [[users, keys], teams] = await Promise.all([everybody(), teamNames()]);
    const known = users.map(({ name }) => name);
    const names = Object.keys(body);
    const byKey = keys.map(({ user }) => user).filter((name) => !teams.includes(teamOf(name)));
    refuseUnknown(names, [...known, ...byKey]);
    // The first administrator, and other users who have only keys, may have no record yet. They get one here.
    for (const name of names) if (!known.includes(name)) await recorded(name, now, (user) => user);
    await setMembers(stores().users, path.team, body);
    return noContent;
  }),

  'DELETE /api/user/{username}': operation('user-delete', async ({ path, caller, now }) => {
    const { keys, users } = stores();
    const user = await users.get(path.username);
    refuseRemoval(caller, path.username, user);
    const own = (await keys.list()).filter((key) => key.user === path.username);
    if (user === undefined && !own.some((key) => isGood(key, now))) throw noUser(path.username);
    for (const key of own) {
      await keys.revoke(key.id, now);
      forgetKey(key);
    }
    await users.remove(path.username);
    forgetUser(path.username);
    return noContent;
  }),

  'PUT /api/user/{username}/password': operation('user-password', async ({ path, body, caller }) => {
    if (caller.user !== path.username) refuseUnlessAdmin(caller);
    const password = await hashed(body);
    if (!(await changeUser(stores().users, path.username, (user) => ({ ...user, password }))))
      throw noUser(path.username);
    forgetUser(path.username);
    return noContent;
  }),
});

const everybody = (): Promise<readonly [readonly User[], readonly ApiKey[]]> =>
  Promise.all([stores().users.list(), stores().keys.list()]);

const teamNames = async (): Promise<readonly string[]> =>
  (await stores().users.teams()).map(({ name }) => name);

function hashed(password: string): Promise<PasswordHash> {
  const least = Number(process.env[environment.passwordLengthMin] ?? passwordLengthMin);
  if (password.length >= least) return hashPassword(password, randomBytes(saltBytes));
  throw new DownpourError('PASSWORD_SHORT', 400, `a password must have at least ${least} characters`);
}

/** Changes a user who may have no record yet. */
async function recorded(name: string, now: number, change: (user: User) => User): Promise<void> {
  const { users } = stores();
  if (await changeUser(users, name, change)) return;
  if (!(await users.add(change(unknownUser(name, now))))) await changeUser(users, name, change);
}

/**
 * Rejects a new user whose name a removed user, API keys or stored runs have. The new user would get the data
 * of the earlier user, so only an administrator decides this.
 */
async function refuseTaken(caller: Principal, { name }: User, team: string | undefined): Promise<void> {
  const { keys, users } = stores();
  if (team !== undefined) await refuseUnlessTeam(team);
  if ((await users.team(teamOf(name))) !== undefined)
    throw new DownpourError(
      'USER_EXISTS',
      400,
      `a new user ${name} needs a team of its own with the name ${teamOf(name)}, but this team exists already: choose another user name`,
    );
  if (caller.role === 'admin') return;
  const hasKeys = (await keys.list()).some(({ user }) => user === name);
  if (hasKeys || (await users.wasRemoved(name)) || (await repository().storage.usedBytes(teamOf(name))) > 0)
    throw new DownpourError(
      'USER_EXISTS',
      400,
      `a user '${name}' existed earlier and may still own keys or records: choose another name, or ask an administrator to add this user`,
    );
}

async function refuseUnlessTeam(team: string): Promise<void> {
  if ((await stores().users.team(team)) === undefined)
    throw new DownpourError(
      'TEAM_NOT_FOUND',
      404,
      `there is no team '${team}'; \`downpour team list\` lists the teams`,
    );
}

function refuseUnknown(names: readonly string[], known: readonly string[]): void {
  const missing = names.filter((name) => !known.includes(name));
  if (missing.length > 0) throw noUser(missing.join(', '));
}

const noUser = (name: string): DownpourError =>
  new DownpourError(
    'USER_NOT_FOUND',
    404,
    `there is no user '${name}'; \`downpour user list\` lists the users`,
  );
const userExists = (name: string): DownpourError =>
  new DownpourError('USER_EXISTS', 400, `there is already a user '${name}': choose another name`);
