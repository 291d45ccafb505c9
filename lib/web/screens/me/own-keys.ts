import type { ApiKeyRequest, ApiKeyResponse, Me, Scope } from '../../../api.generated.ts';

/** The fields of the form for a new key. */
export type KeyForm = {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** The lifetime of the key: a name from `lifetimes`, as the screen shows it. */
  readonly lifetime: string;
};

/** The request for a new key. A key for managing users needs the role of an administrator as well. */
export function keyRequest({ name, scopes, lifetime }: KeyForm, { role }: Pick<Me, 'role'>): ApiKeyRequest {
  const days = Number(lifetime);
  return {
    type: 'USER',
    name: name.trim(),
    scopes: [...scopes],
    ...(scopes.includes('admin') && role === 'admin' && { role }),
    ...(Number.isInteger(days) && { expiresInDays: days }),
    ...(lifetime === 'never' && { unusedDays: 0 }),
  };
}

/**
 * The scopes that are selected at first for a new key: those of the person, without the right to manage
 * users.
 */
export const usualScopes = (scopes: readonly Scope[]): readonly Scope[] =>
  scopes.filter((scope) => scope !== 'admin');

/** The keys of the caller, revoked keys last. An administrator gets the keys of all users from the API. */
export const ownKeys = (
  keys: readonly ApiKeyResponse[],
  { user }: Pick<Me, 'user'>,
): readonly ApiKeyResponse[] =>
  keys.filter((key) => key.user === user).sort((a, b) => Number(a.isRevoked) - Number(b.isRevoked));
