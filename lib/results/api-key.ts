import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiKeyRequest, ApiKeyResponse } from '../api.generated.ts';
import { DownpourError } from '../errors.ts';
import type { Principal } from './access.ts';
import { limits } from './limits.ts';

/** A key as it is stored. The secret itself exists only in the reply that created it. */
export type ApiKey = {
  readonly id: number;
  readonly name: string | null;
  readonly user: string;
  readonly role: 'admin' | 'user';
  /** SHA-256 of the key's text in hex. A slow hash would add nothing to 256 random bits but a way to burn CPU. */
  readonly hash: string;
  readonly prefix: string;
  /** Epoch milliseconds, as are all times below. */
  readonly createdAt: number;
  /** To the minute; absent when the key was never used. */
  readonly lastUsedAt?: number;
  /** Absent when the key never expires. */
  readonly expiresAt?: number;
  /** Absent while the key is good. */
  readonly revokedAt?: number;
};

const dayMs = 86_400_000;
const secretBytes = 32;
const reservedPrefix = 'downpour.';
/** The first administrator key acts for this user. */
export const firstUser = 'admin';

/**
 * A key's text: `dpr_<id>_<43 characters base64url>`. The beginning is what secret scanners look for, and the id
 * finds the stored record without an index over secrets.
 */
export function keyText(id: number, secret: Uint8Array): string {
  if (secret.length !== secretBytes)
    throw new Error(`an API key needs ${secretBytes} random bytes, got ${secret.length}`);
  return `dpr_${id}_${Buffer.from(secret).toString('base64url')}`;
}

/** The id in a key's text; undefined when the text cannot be a key. */
export function keyId(text: string): number | undefined {
  const id = Number(/^dpr_([1-9]\d{0,9})_[\w-]{43}$/.exec(text)?.[1] ?? Number.NaN);
  return id <= limits.idMax ? id : undefined;
}

/** What is wanted of a new key, from a validated request. Refuses what the creator may not give. */
export function requestedKey(
  creator: Principal,
  request: ApiKeyRequest,
): Pick<ApiKey, 'name' | 'user' | 'role'> {
  const { name = null, role = 'user', user = creator.user } = request;
  if (name?.startsWith(reservedPrefix)) {
    const reason = `key names starting with '${reservedPrefix}' are reserved for internal use`;
    throw new DownpourError('KEY_NAME_RESERVED', 400, reason);
  }
  if (creator.role !== 'admin' && role === 'admin') {
    throw new DownpourError('FORBIDDEN', 403, "only an administrator's key may create an administrator key");
  }
  if (creator.role !== 'admin' && user !== creator.user) {
    throw new DownpourError(
      'FORBIDDEN',
      403,
      `only an administrator's key may create a key for the user ${user}`,
    );
  }
  return { name, role, user };
}

/** A new key: its text, shown once, and what is kept of it. */
export function makeKey(
  id: number,
  wanted: Pick<ApiKey, 'name' | 'user' | 'role'> & { readonly expiresInDays?: number | undefined },
  secret: Uint8Array,
  now: number,
): { readonly text: string; readonly key: ApiKey } {
  const { expiresInDays, ...rest } = wanted;
  const text = keyText(id, secret);
  const expiry = expiresInDays === undefined ? {} : { expiresAt: now + expiresInDays * dayMs };
  // Six characters of the secret tell keys apart and leave 220 bits.
  const prefix = text.slice(0, `dpr_${id}_`.length + 6);
  return { text, key: { id, ...rest, hash: hashOf(text), prefix, createdAt: now, ...expiry } };
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The key, when a text is its text and the key is good. An unknown key is compared too, with nothing in particular, so
 * that the time an answer takes does not tell whether an id exists.
 */
export function goodKey(text: string, key: ApiKey | undefined, now: number): ApiKey | undefined {
  const given = Buffer.from(hashOf(text), 'hex');
  const stored = Buffer.from(key?.hash ?? hashOf(''), 'hex');
  const same = timingSafeEqual(given, stored);
  return same && key !== undefined && key.revokedAt === undefined && !isExpired(key, now) ? key : undefined;
}

const isExpired = (key: ApiKey, now: number): boolean => key.expiresAt !== undefined && key.expiresAt <= now;

export const principalOf = (key: ApiKey): Principal => ({ keyId: key.id, user: key.user, role: key.role });

/** Returns true when the last use should be written again. */
export const lastUseIsOld = (key: ApiKey, now: number): boolean =>
  now - (key.lastUsedAt ?? 0) >= limits.lastUseMs;

/** An administrator manages every key; a user the user's own, except those that can do more than the caller's. */
export function mayManage(principal: Principal, key: ApiKey): boolean {
  return principal.role === 'admin' || (key.user === principal.user && key.role === 'user');
}

/** The keys a caller may see, by creation. Long expired ones are left out, never deleted. */
export function listedKeys(
  principal: Principal,
  keys: readonly ApiKey[],
  now: number,
): readonly ApiKeyResponse[] {
  const kept = (key: ApiKey): boolean =>
    key.expiresAt === undefined || now - key.expiresAt <= limits.expiredKeyDays * dayMs;
  return keys
    .filter((key) => mayManage(principal, key) && kept(key))
    .sort((a, b) => a.createdAt - b.createdAt || a.id - b.id)
    .map((key) => keyResponse(key, now));
}

function keyResponse(key: ApiKey, now: number): ApiKeyResponse {
  return {
    id: key.id,
    name: key.name,
    type: 'USER',
    role: key.role,
    user: key.user,
    prefix: key.prefix,
    creation: key.createdAt,
    access: key.lastUsedAt ?? null,
    isRevoked: key.revokedAt !== undefined,
    toExpiration: key.expiresAt === undefined ? null : Math.floor((key.expiresAt - now) / dayMs),
  };
}
