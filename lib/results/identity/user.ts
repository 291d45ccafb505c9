import type { Me, NewUser, UserData } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import { holds, iamUser, type Principal, type TeamRole, teamOf, teamRoles, teamsOf } from '../access.ts';
import { refuseUnlessSegment } from '../url-segment.ts';
import type { PasswordHash } from './password.ts';
import { scopesOfPrincipal } from './scopes.ts';

/**
 * A person or a machine. A user who has only API keys may have no record, and is then alone in the user's own
 * team.
 */
export type User = {
  readonly name: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  /** Roles by team. */
  readonly teams: Readonly<Record<string, readonly TeamRole[]>>;
  readonly defaultTeam?: string;
  /** True for an administrator; absent: the role of each key decides. */
  readonly admin?: boolean;
  /** The hash of the user's password. Absent: the user cannot log in with a password. */
  readonly password?: PasswordHash;
  readonly createdAt: number;
  /** The number of changes of the record. */
  readonly version: number;
};

/** The stored facts about a user at a time. */
export type KnownUser = {
  /** The record of the user. Undefined: the user has none. */
  readonly user: User | undefined;
  /**
   * True if a team with the name of the user's own team exists. Then the members of that team see the user's
   * records.
   */
  readonly isShared: boolean;
};

/** The principal of a user who logged in without an API key. */
export const principalOfUser = (
  name: string,
  { user, isShared }: KnownUser,
  by: NonNullable<Principal['by']>,
): Principal => ({
  keyId: 0,
  user: name,
  role: user?.admin === true ? 'admin' : 'user',
  by,
  ...(user && { teams: user.teams }),
  ...(isShared && { ownTeam: false }),
});

/** A team of several users. A user's own team has no record. */
export type Team = { readonly name: string; readonly createdAt: number };

export const userData = ({ name, firstName, lastName, email }: User): UserData => ({
  id: name,
  username: name,
  ...(firstName !== undefined && { firstName }),
  ...(lastName !== undefined && { lastName }),
  ...(email !== undefined && { email }),
});

/** The response to a caller who asks for the own identity: name, role and teams. */
export function presentCaller(caller: Principal): Me {
  const { user, keyId, role, by = 'key', limits = null, expiresAt = null } = caller;
  const teams = teamsOf(caller).map((team) => ({
    team,
    roles: teamRoles.filter((held) => holds(caller, held, team)),
  }));
  const scopes = [...scopesOfPrincipal(caller)];
  return { user, by, keyId: keyId === 0 ? null : keyId, role, scopes, teams, limits, expiresAt };
}

/**
 * Names that no user may have: parts of paths in the routes of the API, which would hide a user with that
 * name, and the user of AWS IAM.
 */
const reservedNames = [
  ...['administrators', 'allTeams', 'apikey', 'createUser', 'defaultTeam', 'info', 'roles', 'search', 'team'],
  ...['me', 'once', 'storage', 'teams', iamUser],
];

/** Makes a user from a validated request. The caller must manage the team of the new user. */
export function requestedUser(caller: Principal, { user, team, roles = [] }: NewUser, now: number): User {
  const { username: name, firstName, lastName, email } = user;
  if (team !== undefined) refuseUnlessManagerOf(caller, team);
  else if (caller.role !== 'admin') throw forbidden('only an administrator may make a user without a team');
  if (team === undefined && roles.length > 0)
    throw new DownpourError(
      'REQUEST_INVALID',
      400,
      'the request has roles but no team: add the name of the team in the field `team`',
    );
  refuseUnlessSegment('REQUEST_INVALID', 'a user', name);
  if (reservedNames.includes(name))
    throw new DownpourError(
      'USER_EXISTS',
      400,
      `the name '${name}' is reserved for the API: choose another name for the user`,
    );
  return {
    name,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
    teams: team === undefined ? {} : { [team]: inOrder(roles) },
    ...(team !== undefined && { defaultTeam: team }),
    createdAt: now,
    version: 1,
  };
}

/** A user of whom no record is stored. */
export const unknownUser = (name: string, now: number): User => ({
  name,
  teams: {},
  createdAt: now,
  version: 1,
});

/** Replaces the user's roles in one team. An empty list ends the membership. */
export function withRoles(user: User, team: string, roles: readonly TeamRole[]): User {
  const { [team]: _, ...others } = user.teams;
  const teams = roles.length === 0 ? others : { ...others, [team]: inOrder(roles) };
  const { defaultTeam, ...rest } = user;
  const isLost = roles.length === 0 && defaultTeam === team;
  return { ...rest, teams, ...(defaultTeam !== undefined && !isLost && { defaultTeam }) };
}

const inOrder = (roles: readonly TeamRole[]): readonly TeamRole[] =>
  teamRoles.filter((role) => roles.includes(role));

/**
 * @throws DownpourError FORBIDDEN (403) for a caller who is neither a manager of the team nor an
 *   administrator.
 */
export function refuseUnlessManagerOf(caller: Principal, team: string): void {
  if (caller.role === 'admin' || holds(caller, 'manager', team)) return;
  throw forbidden(
    `only managers of ${team} and administrators may send this request; ask one of them, or use another API key`,
  );
}

/** @throws DownpourError FORBIDDEN (403) for a caller who manages no team, except administrators. */
export function refuseUnlessManager(caller: Principal): void {
  const managed = Object.values(caller.teams ?? {}).some((roles) => roles.includes('manager'));
  if (caller.role !== 'admin' && !managed)
    throw forbidden(
      'only managers of a team and administrators may send this request; ask one of them, or use another API key',
    );
}

/**
 * A manager removes a user only if the manager manages all teams of the user, and the user is not an
 * administrator. No user removes themselves.
 */
export function refuseRemoval(caller: Principal, name: string, user: User | undefined): void {
  if (caller.user === name)
    throw new DownpourError(
      'OWN_USER',
      400,
      'Cannot remove yourself: another manager or administrator must send this request',
    );
  if (caller.role === 'admin') return;
  const teams = Object.keys(user?.teams ?? {});
  const managesAll = teams.length > 0 && teams.every((team) => holds(caller, 'manager', team));
  if (!managesAll || user?.admin === true)
    throw forbidden(
      `only an administrator may remove the user '${name}', because this user is an administrator or belongs to a team that you do not manage`,
    );
}

/** Names of all roles and teams of a caller: `admin`, roles in any team, teams, and roles in each team. */
export function roleNames(caller: Principal): readonly string[] {
  const teams = teamsOf(caller);
  const held = teams.flatMap((team) =>
    teamRoles.filter((role) => holds(caller, role, team)).map((role) => ({ team, role })),
  );
  const teamRoleNames = held.map(({ team, role }) => `${team.replace(/-team$/, '')}-${role}`);
  const rolesOfAnyTeam = teamRoles.filter((role) => held.some((one) => one.role === role));
  return [...(caller.role === 'admin' ? ['admin'] : []), ...rolesOfAnyTeam, ...teams, ...teamRoleNames];
}

/** True if a search finds a user by a part of the name, full name or email address. */
export function isFound({ name, firstName = '', lastName = '', email = '' }: User, query: string): boolean {
  const part = query.trim().toLowerCase();
  return [name, `${firstName} ${lastName}`, email].some((text) => text.toLowerCase().includes(part));
}

/**
 * Rejects a new team with the name of a user's own team, because its members would see that user's records.
 * @throws DownpourError TEAM_IS_OWN (400).
 */
export function refuseOwnTeam(team: string, users: Iterable<string>): void {
  for (const user of users)
    if (teamOf(user) === team)
      throw new DownpourError(
        'TEAM_IS_OWN',
        400,
        `the name '${team}' is reserved for the user '${user}'; choose another name for the team`,
      );
}

const forbidden = (message: string): DownpourError => new DownpourError('FORBIDDEN', 403, message);
