import type { KeyLimits, Scope } from '../api.generated.ts';
import { DownpourError } from '../errors.ts';
import type { Dialect } from './query/dialect.ts';

/**
 * Who may read a record. PUBLIC: everybody. PROTECTED: who has logged in. PRIVATE: the viewers of the owning
 * team.
 */
export type Access = 'PUBLIC' | 'PROTECTED' | 'PRIVATE';

const levels = ['PUBLIC', 'PROTECTED', 'PRIVATE'] as const satisfies readonly Access[];

/**
 * What a member of a team may do with its records: read private ones, upload runs, change them, manage
 * members.
 */
export const teamRoles = ['viewer', 'uploader', 'tester', 'manager'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** Whoever a request comes from. */
export type Principal = {
  /** 0 without a key. */
  readonly keyId: number;
  /** Empty for an anonymous caller. */
  readonly user: string;
  /**
   * An administrator manages users, teams and keys, and sees every burst; records are a matter of teams
   * alone.
   */
  readonly role: 'admin' | 'user';
  /** As what its queries run that both dialects accept; absent: as the deployment says. */
  readonly dialect?: Dialect;
  /**
   * Roles by team, such as `dev-team`. The team of one that everybody has is not listed: all roles are held
   * there.
   */
  readonly teams?: Readonly<Record<string, readonly TeamRole[]>>;
  /** `false`: others share the team of that name, so it is the user's own no more. */
  readonly ownTeam?: false;
  /** What the key is good for; absent: everything. */
  readonly scopes?: readonly Scope[];
  /** How the caller said who it is; absent: with a key. */
  readonly by?: 'password' | 'token';
  /** What bursts of the key may be; absent: what the deployment allows. */
  readonly limits?: KeyLimits;
};

/** A caller who shows no key. */
export const anonymous: Principal = { keyId: 0, user: '', role: 'user' };

/** What decides about the visibility of a record. */
export type Owned = { readonly owner: string; readonly access: Access };

/** The first administrator key acts for this user. */
export const firstUser = 'admin';

/** Every user is a team of one. */
export const teamOf = (user: string): string => `${user}-team`;

/** The teams of a principal, the own one first. */
export function teamsOf(principal: Principal): readonly string[] {
  const { user, teams = {} } = principal;
  if (user === '') return [];
  return [...new Set([...(isOwnTeam(principal, teamOf(user)) ? [teamOf(user)] : []), ...Object.keys(teams)])];
}

const isOwnTeam = ({ user, ownTeam }: Principal, team: string): boolean =>
  user !== '' && ownTeam !== false && team === teamOf(user);

/** The teams that the parameter `roles` names: `__my` means the caller's. Undefined: all of them. */
export function teamsNamed(caller: Principal, roles = ''): readonly string[] | undefined {
  const text = roles.trim();
  if (text === '' || text === '__all' || (text === '__my' && caller.user === '')) return undefined;
  return text === '__my' ? teamsOf(caller) : text.split(';').map((team) => team.trim());
}

export const isMember = (principal: Principal, team: string): boolean => teamsOf(principal).includes(team);

export function holds(principal: Principal, role: TeamRole, team: string): boolean {
  const { user, teams = {} } = principal;
  if (user === '') return false;
  return isOwnTeam(principal, team) || (Object.hasOwn(teams, team) && teams[team]?.includes(role) === true);
}

/** @throws DownpourError FORBIDDEN (403). */
export function refuseUnlessAdmin({ role }: Principal): void {
  if (role !== 'admin') throw new DownpourError('FORBIDDEN', 403, "only an administrator's key may do this");
}

export function maySee(principal: Principal, { access, owner }: Owned): boolean {
  if (access === 'PUBLIC') return true;
  return access === 'PROTECTED' ? principal.user !== '' : holds(principal, 'viewer', owner);
}

/** A burst is its user's and the administrators' affair. */
export const maySeeBurst = (principal: Principal, user: string): boolean =>
  principal.role === 'admin' || (user !== '' && principal.user === user);

/** @throws DownpourError FORBIDDEN (403) for who may not change records of the team. */
export function refuseUnless(principal: Principal, role: TeamRole, team: string): void {
  if (holds(principal, role, team)) return;
  const message = isMember(principal, team)
    ? `This user does not have the ${team.replace(/-team$/, '')}-${role} role!`
    : `This user is not a member of team ${team}`;
  throw new DownpourError('FORBIDDEN', 403, message);
}

/** `PUBLIC`, `PROTECTED`, `PRIVATE` or `0`, `1`, `2`; undefined for anything else. */
export function parseAccess(text: string): Access | undefined {
  return levels.find((level, number) => text === level || text === String(number));
}
