import { firstUser, type Principal, type TeamRole, teamRoles } from '../access.ts';
import { isPathSegment } from '../path-segment.ts';
import { type KnownUser, principalOfUser } from './user.ts';

/** Whose tokens are taken, and for whom they must be made. */
export type TokenSettings = { readonly issuer: string; readonly audience: string };

/**
 * Where clients of a login server find that of the deployment itself:
 * `/realms/{realm}/protocol/openid-connect/token`.
 */
export const ownRealm = { realm: 'downpour', clientId: 'downpour' } as const;

/** What a token says of its user. */
export type Claimed = {
  readonly user: string;
  readonly teams: Readonly<Record<string, readonly TeamRole[]>>;
  readonly admin: boolean;
};

type Claims = Readonly<Record<string, unknown>>;

/**
 * What the claims of a good token say: the user by `preferred_username`, and roles as Keycloak writes them,
 * those of the realm and of the client: `dev-tester`, `dev-team`, `admin`. Downpour ignores other roles.
 * @returns why there is no user.
 */
export function claimedBy(claims: Claims, { audience }: TokenSettings): Claimed | string {
  const { preferred_username: preferred, sub } = claims;
  const user = typeof preferred === 'string' ? preferred : sub;
  if (typeof user !== 'string' || !/^[A-Za-z0-9._-]{1,59}$/.test(user) || !isPathSegment(user))
    return 'it names no user of 1 to 59 letters, digits and ._-, other than . and ..';
  if (user === firstUser) return `nobody logs in as ${firstUser}, the user of the first key`;
  const roles = [...rolesIn(claims.realm_access), ...rolesIn(memberOf(claims.resource_access, audience))];
  return { user, teams: teamsIn(roles), admin: roles.includes('admin') };
}

/**
 * As whom a token acts: what it says and what is kept of its user together. Undefined for a user that has a
 * password here: a name that somebody chose elsewhere is no way to it.
 */
export function principalOfToken(claimed: Claimed, standing: KnownUser): Principal | undefined {
  if (standing.user?.password !== undefined) return undefined;
  const principal = principalOfUser(claimed.user, standing, 'token');
  const teams = { ...principal.teams };
  for (const [team, roles] of Object.entries(claimed.teams))
    teams[team] = [...new Set([...(teams[team] ?? []), ...roles])];
  return { ...principal, teams, role: claimed.admin ? 'admin' : principal.role };
}

function teamsIn(roles: readonly string[]): Readonly<Record<string, readonly TeamRole[]>> {
  const teams = new Map<string, TeamRole[]>();
  for (const name of roles) {
    const [, team, last] = /^([A-Za-z0-9._-]{1,59})-(\w+)$/.exec(name) ?? [];
    const role = teamRoles.find((each) => each === last);
    if (team === undefined || (role === undefined && last !== 'team')) continue;
    const held = teams.get(`${team}-team`) ?? [];
    teams.set(`${team}-team`, role === undefined ? held : [...held, role]);
  }
  return Object.fromEntries(teams);
}

function rolesIn(access: unknown): readonly string[] {
  const roles = memberOf(access, 'roles');
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : [];
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
