import type { KeyLimits, Scope } from '../api.generated.ts';
import { DownpourError } from '../errors.ts';
import type { Dialect } from './query/dialect.ts';

/**
 * Readers of a record. PUBLIC: every caller. PROTECTED: every user who has logged in. PRIVATE: viewers of
 * the owning team.
 */
export type Access = 'PUBLIC' | 'PROTECTED' | 'PRIVATE';

const levels = ['PUBLIC', 'PROTECTED', 'PRIVATE'] as const satisfies readonly Access[];

/**
 * The position of an access in the order `PUBLIC`, `PROTECTED`, `PRIVATE`: 0, 1 or 2. Lists are sorted by it.
 */
export const accessLevel = (access: Access): number => levels.indexOf(access);

/**
 * Roles of a team member for the team's records: read private records, upload runs, change records, manage
 * members.
 */
export const teamRoles = ['viewer', 'uploader', 'tester', 'manager'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** The caller of a request. */
export type Principal = {
  /** The id of the caller's API key. 0 for a caller without an API key. */
  readonly keyId: number;
  /** The name of the caller. Empty for a caller who gave no credentials. */
  readonly user: string;
  /**
   * An administrator manages users, teams and keys, and sees every burst. Rights over records depend on teams
   * only.
   */
  readonly role: 'admin' | 'user';
  /**
   * The query language of the caller's queries that are valid in both languages. Absent: the default of the
   * deployment.
   */
  readonly dialect?: Dialect;
  /** Roles by team, such as `dev-team`. The user's own team is not listed: the user has all roles there. */
  readonly teams?: Readonly<Record<string, readonly TeamRole[]>>;
  /**
   * `false`: other users share the team with the name of the user's own team, so it no longer belongs to the
   * user alone.
   */
  readonly ownTeam?: false;
  /** The scopes of the caller's API key, which limit what the key may do. Absent: all scopes. */
  readonly scopes?: readonly Scope[];
  /** How the caller logged in. Absent: with an API key. */
  readonly by?: 'password' | 'token';
  /** Epoch milliseconds at which the caller's key or token expires. Absent: no such time is known. */
  readonly expiresAt?: number;
  /** Limits of the bursts that the caller's API key starts. Absent: the limits of the deployment. */
  readonly limits?: KeyLimits;
};

/** A caller who gave no credentials. */
export const anonymous: Principal = { keyId: 0, user: '', role: 'user' };

/** The owner (a team) and the access of a record. Both decide who sees the record. */
export type Owned = { readonly owner: string; readonly access: Access };

/** The first administrator key belongs to this user. */
export const firstUser = 'admin';

/** The user of all keys that callers get for their rights in IAM. Its runs belong to its own team. */
export const iamUser = 'iam';

/** The name of a user's own team, in which this user is alone. */
export const teamOf = (user: string): string => `${user}-team`;

/** The teams of a principal, the user's own team first. */
export function teamsOf(principal: Principal): readonly string[] {
  const { user, teams = {} } = principal;
  if (user === '') return [];
  return [...new Set([...(isOwnTeam(principal, teamOf(user)) ? [teamOf(user)] : []), ...Object.keys(teams)])];
}

const isOwnTeam = ({ user, ownTeam }: Principal, team: string): boolean =>
  user !== '' && ownTeam !== false && team === teamOf(user);

export const isMember = (principal: Principal, team: string): boolean => teamsOf(principal).includes(team);

export function holds(principal: Principal, role: TeamRole, team: string): boolean {
  const { user, teams = {} } = principal;
  if (user === '') return false;
  return isOwnTeam(principal, team) || (Object.hasOwn(teams, team) && teams[team]?.includes(role) === true);
}

/**
 * Rejects a caller who is not an administrator.
 * @throws DownpourError FORBIDDEN (403).
 */
export function refuseUnlessAdmin({ role }: Principal): void {
  if (role !== 'admin')
    throw new DownpourError('FORBIDDEN', 403, 'this request needs the API key of an administrator');
}

export function maySee(principal: Principal, { access, owner }: Owned): boolean {
  if (access === 'PUBLIC') return true;
  return access === 'PROTECTED' ? principal.user !== '' : holds(principal, 'viewer', owner);
}

/** The user who started a burst and administrators see it. */
export const maySeeBurst = (principal: Principal, user: string): boolean =>
  principal.role === 'admin' || (user !== '' && principal.user === user);

/** @throws DownpourError FORBIDDEN (403) if the caller may not change records of the team. */
export function refuseUnless(principal: Principal, role: TeamRole, team: string): void {
  if (holds(principal, role, team)) return;
  const message = isMember(principal, team)
    ? `This user does not have the ${team.replace(/-team$/, '')}-${role} role!`
    : `This user is not a member of team ${team}: name another team, or ask a manager of this team to add the user`;
  throw new DownpourError('FORBIDDEN', 403, message);
}

/** `PUBLIC`, `PROTECTED`, `PRIVATE` or `0`, `1`, `2`; undefined for anything else. */
export function parseAccess(text: string): Access | undefined {
  return levels.find((level, number) => text === level || text === String(number));
}
