import type { Scope } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import { plural } from '../../words.ts';
import type { Principal } from '../access.ts';

/** The scopes that a key can have. */
export const scopes = ['read', 'upload', 'drive', 'admin'] as const satisfies readonly Scope[];
/**
 * The scopes of a key with the role `user` whose request names none. A key on a build server needs no rights
 * over users.
 */
const usual: readonly Scope[] = ['read', 'upload', 'drive'];

type Keyed = { readonly role: 'admin' | 'user'; readonly scopes?: readonly Scope[] };

const scopesOfRole = (role: 'admin' | 'user'): readonly Scope[] => (role === 'admin' ? scopes : usual);

export const scopesOfKey = ({ role, scopes: own }: Keyed): readonly Scope[] => own ?? scopesOfRole(role);

export const scopesOfPrincipal = ({ scopes: own }: Principal): readonly Scope[] => own ?? scopes;

/**
 * The scopes of a new key: the requested scopes, or else the scopes of its role that the creator has. If
 * there are none, it gets all scopes of the creator.
 * @throws DownpourError 400 for an administrator's key that could not act as an administrator, 403 for more
 * scopes than the creator has.
 */
export function requestedScopes(
  creator: Principal,
  role: 'admin' | 'user',
  requested: readonly Scope[] | undefined,
): readonly Scope[] {
  const held = scopesOfPrincipal(creator);
  if (requested === undefined) {
    const both = scopesOfRole(role).filter((scope) => held.includes(scope));
    return both.length > 0 ? both : held;
  }
  if (role === 'admin' && !requested.includes('admin'))
    throw new DownpourError(
      'REQUEST_INVALID',
      400,
      'a key with the role admin needs the scope admin: add this scope, or choose another role',
    );
  const missing = requested.filter((scope) => !held.includes(scope));
  if (missing.length > 0) throw lacking(missing, held);
  return scopes.filter((scope) => requested.includes(scope));
}

/**
 * Rejects a caller whose key lacks the rights.
 * @throws DownpourError SCOPE_MISSING (403) for a key with none of these scopes.
 */
export function refuseWithout(principal: Principal, needed: readonly Scope[]): void {
  const held = scopesOfPrincipal(principal);
  if (!needed.some((scope) => held.includes(scope))) throw lacking(needed, held);
}

const lacking = (needed: readonly Scope[], held: readonly Scope[]): DownpourError =>
  new DownpourError(
    'SCOPE_MISSING',
    403,
    `this request needs an API key with the scope ${needed.join(' or ')}, but your key has only the ${plural('scope', held.length)} ${held.join(', ')}; use another key`,
  );
