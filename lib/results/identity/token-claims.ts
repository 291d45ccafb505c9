import { firstUser, iamUser, type Principal, type TeamRole, teamRoles } from '../access.ts';
import { isPathSegment } from '../url-segment.ts';
import { type KnownUser, principalOfUser } from './user.ts';

/**
 * The OpenID Connect issuer (the login server) whose tokens are accepted, and the audience that the tokens
 * must name.
 */
export type TokenSettings = { readonly issuer: string; readonly audience: string };

/** The facts about a user that a login token states. */
export type Claimed = {
  readonly user: string;
  readonly teams: Readonly<Record<string, readonly TeamRole[]>>;
  readonly admin: boolean;
};

type Claims = Readonly<Record<string, unknown>>;

/**
 * Reads the claims of a valid token: the user from `preferred_username` (or else `sub`), and roles as
 * Keycloak writes them, of the realm and of the client: `dev-tester`, `dev-team`, `admin`. Downpour ignores
 * other roles.
 * @returns a text with the reason if the name of the user is missing, invalid or reserved.
 */
export function claimedBy(claims: Claims, { audience }: TokenSettings): Claimed | string {
  const { preferred_username: preferred, sub } = claims;
  const user = typeof preferred === 'string' ? preferred : sub;
  if (typeof user !== 'string' || !/^[A-Za-z0-9._-]{1,59}$/.test(user) || !isPathSegment(user))
    return 'the user name in the token must have 1 to 59 characters, only letters, digits and ._-, and must not be . or ..';
  if (user === firstUser)
    return `the user ${firstUser} is reserved for the first key and cannot sign in: use another user`;
  if (user === iamUser)
    return `the user ${iamUser} is reserved for callers from IAM and cannot sign in: use another user`;
  const roles = [...rolesIn(claims.realm_access), ...rolesIn(memberOf(claims.resource_access, audience))];
  return { user, teams: teamsIn(roles), admin: roles.includes('admin') };
}

/**
 * The principal of a token: its claims together with the stored record of its user. Undefined for a user with
 * a password in Downpour, because another login server may have given the same name to another person.
 */
export function principalOfToken(claimed: Claimed, known: KnownUser): Principal | undefined {
  if (known.user?.password !== undefined) return undefined;
  const principal = principalOfUser(claimed.user, known, 'token');
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
