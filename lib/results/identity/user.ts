import type { NewUser, UserData } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import { holds, type Principal, type TeamRole, teamOf, teamRoles, teamsOf } from '../access.ts';
import { refuseUnlessSegment } from '../path-segment.ts';
import type { PasswordHash } from './password.ts';

/**
 * What is known of a person or a machine beside its keys. Who only has keys may be unknown: a team of one.
 */
export type User = {
  readonly name: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  /** Roles by team. */
  readonly teams: Readonly<Record<string, readonly TeamRole[]>>;
  readonly defaultTeam?: string;
  /** Whether this is an administrator; absent: the role of a key decides for that key. */
  readonly admin?: boolean;
  /** Absent: nobody logs in as this user with a password. */
  readonly password?: PasswordHash;
  readonly createdAt: number;
  /** Counts the changes. */
  readonly version: number;
};

/** What is known of a user at a time. */
export type KnownUser = {
  /** Undefined: nothing. */
  readonly user: User | undefined;
  /** There is a team with the name of the user's own, and whoever it lists belongs to it. */
  readonly isShared: boolean;
};

/** As whom a user acts that came without a key: with all that is known of it. */
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

/** A team that several users share. That of one user's own has no record. */
export type Team = { readonly name: string; readonly createdAt: number };

export const userData = ({ name, firstName, lastName, email }: User): UserData => ({
  id: name,
  username: name,
  ...(firstName !== undefined && { firstName }),
  ...(lastName !== undefined && { lastName }),
  ...(email !== undefined && { email }),
});

/** Parts of paths at which a user of that name could not be found. */
const reservedNames = [
  ...['administrators', 'allTeams', 'apikey', 'createUser', 'defaultTeam', 'info', 'roles', 'search', 'team'],
  ...['storage', 'teams'],
];

/** The user that somebody wants made, who has to manage its team. */
export function requestedUser(caller: Principal, { user, team, roles = [] }: NewUser, now: number): User {
  const { username: name, firstName, lastName, email } = user;
  if (team !== undefined) refuseUnlessManagerOf(caller, team);
  else if (caller.role !== 'admin')
    throw forbidden('only an administrator makes a user that belongs to no team');
  if (team === undefined && roles.length > 0)
    throw new DownpourError('REQUEST_INVALID', 400, 'roles are held in a team: name it as `team`');
  refuseUnlessSegment('REQUEST_INVALID', 'a user', name);
  if (reservedNames.includes(name))
    throw new DownpourError('USER_EXISTS', 400, `nobody can be called ${name}: it is a word of the API`);
  return {
    name,
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
    ...(email !== undefined && { email }),
    teams: team === undefined ? {} : { [team]: inOrder(roles) },
    createdAt: now,
    version: 1,
  };
}

/** A user of whom nothing is known yet. */
export const unknownUser = (name: string, now: number): User => ({
  name,
  teams: {},
  createdAt: now,
  version: 1,
});

/** Roles in one team, none of which ends the membership. */
export function withRoles(user: User, team: string, roles: readonly TeamRole[]): User {
  const { [team]: _, ...others } = user.teams;
  const teams = roles.length === 0 ? others : { ...others, [team]: inOrder(roles) };
  const { defaultTeam, ...rest } = user;
  const isLost = roles.length === 0 && defaultTeam === team;
  return { ...rest, teams, ...(defaultTeam !== undefined && !isLost && { defaultTeam }) };
}

const inOrder = (roles: readonly TeamRole[]): readonly TeamRole[] =>
  teamRoles.filter((role) => roles.includes(role));

/** @throws DownpourError FORBIDDEN (403) for who manages neither the team nor all of them. */
export function refuseUnlessManagerOf(caller: Principal, team: string): void {
  if (caller.role === 'admin' || holds(caller, 'manager', team)) return;
  throw forbidden(`only managers of ${team} and administrators may do this`);
}

/** @throws DownpourError FORBIDDEN (403) for who manages no team that others belong to. */
export function refuseUnlessManager(caller: Principal): void {
  const managed = Object.values(caller.teams ?? {}).some((roles) => roles.includes('manager'));
  if (caller.role !== 'admin' && !managed)
    throw forbidden('only managers of a team and administrators may do this');
}

/**
 * A manager removes who belongs to teams that the manager manages, and to no other; nobody removes oneself.
 */
export function refuseRemoval(caller: Principal, name: string, user: User | undefined): void {
  if (caller.user === name) throw new DownpourError('OWN_USER', 400, 'Cannot remove yourself');
  if (caller.role === 'admin') return;
  const teams = Object.keys(user?.teams ?? {});
  const managesAll = teams.length > 0 && teams.every((team) => holds(caller, 'manager', team));
  if (!managesAll || user?.admin === true)
    throw forbidden(`only an administrator removes ${name}, who belongs to other teams too`);
}

/**
 * Names of all that a caller holds: teams, roles in them, roles that are held in any of them, and
 * `admin`.
 */
export function roleNames(caller: Principal): readonly string[] {
  const teams = teamsOf(caller);
  const held = teams.flatMap((team) =>
    teamRoles.filter((role) => holds(caller, role, team)).map((role) => ({ team, role })),
  );
  const teamRoleNames = held.map(({ team, role }) => `${team.replace(/-team$/, '')}-${role}`);
  const rolesOfAnyTeam = teamRoles.filter((role) => held.some((one) => one.role === role));
  return [...(caller.role === 'admin' ? ['admin'] : []), ...rolesOfAnyTeam, ...teams, ...teamRoleNames];
}

/** Whether a search finds a user, by any part of what people call it. */
export function isFound({ name, firstName = '', lastName = '', email = '' }: User, query: string): boolean {
  const part = query.trim().toLowerCase();
  return [name, `${firstName} ${lastName}`, email].some((text) => text.toLowerCase().includes(part));
}

/** A team of that name would hand what a user owns to its members, and the other way round. */
export function refuseOwnTeam(team: string, users: Iterable<string>): void {
  for (const user of users)
    if (teamOf(user) === team)
      throw new DownpourError('TEAM_IS_OWN', 400, `${team} is the own team of the user ${user}`);
}

const forbidden = (message: string): DownpourError => new DownpourError('FORBIDDEN', 403, message);
