import type { Scope } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import type { Principal } from '../access.ts';

/** What a key can be good for. */
export const scopes = ['read', 'upload', 'drive', 'admin'] as const satisfies readonly Scope[];
/**
 * What one is good for of which nothing else is said: a key on a build server needs no rights over people.
 */
const usual: readonly Scope[] = ['read', 'upload', 'drive'];

type Keyed = { readonly role: 'admin' | 'user'; readonly scopes?: readonly Scope[] };

const scopesOfRole = (role: 'admin' | 'user'): readonly Scope[] => (role === 'admin' ? scopes : usual);

export const scopesOfKey = ({ role, scopes: own }: Keyed): readonly Scope[] => own ?? scopesOfRole(role);

export const scopesOfPrincipal = ({ scopes: own }: Principal): readonly Scope[] => own ?? scopes;

/**
 * What a new key is good for: what was asked, else what is usual and the creator has.
 * @throws DownpourError 400 for an administrator's key that could not act as one, 403 for more than the
 *   creator has.
 */
export function requestedScopes(
  creator: Principal,
  role: 'admin' | 'user',
  asked: readonly Scope[] | undefined,
): readonly Scope[] {
  const held = scopesOfPrincipal(creator);
  if (asked === undefined) {
    const both = scopesOfRole(role).filter((scope) => held.includes(scope));
    return both.length > 0 ? both : held;
  }
  if (role === 'admin' && !asked.includes('admin'))
    throw new DownpourError('REQUEST_INVALID', 400, 'the role admin needs the scope admin');
  const missing = asked.filter((scope) => !held.includes(scope));
  if (missing.length > 0) throw lacking(missing, held);
  return scopes.filter((scope) => asked.includes(scope));
}

/** @throws DownpourError SCOPE_MISSING (403) for a key that is good for none of these. */
export function refuseWithout(principal: Principal, needed: readonly Scope[]): void {
  const held = scopesOfPrincipal(principal);
  if (!needed.some((scope) => held.includes(scope))) throw lacking(needed, held);
}

const lacking = (needed: readonly Scope[], held: readonly Scope[]): DownpourError =>
  new DownpourError(
    'SCOPE_MISSING',
    403,
    `this needs a key with the scope ${needed.join(' or ')}; yours has ${held.join(', ')}`,
  );
