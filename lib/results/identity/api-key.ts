import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiKeyRequest, ApiKeyResponse, KeyLimits, Scope } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import type { Principal } from '../access.ts';
import { lowest } from '../key-limits.ts';
import { limits } from '../limits.ts';
import { refuseUnlessSegment } from '../path-segment.ts';
import type { Dialect } from '../query/dialect.ts';
import { requestedScopes, scopesOfKey, scopesOfPrincipal } from './scopes.ts';
import type { KnownUser } from './user.ts';

/** A key as it is stored. The secret itself exists only in the reply that created it. */
export type ApiKey = {
  readonly id: number;
  readonly name: string | null;
  readonly user: string;
  readonly role: 'admin' | 'user';
  /**
   * SHA-256 of the key's text in hex. A slow hash would add nothing to 256 random bits but a way to burn CPU.
   */
  readonly hash: string;
  readonly prefix: string;
  /** As what its queries run that both dialects accept; absent: as the deployment says. */
  readonly dialect?: Dialect;
  /** Epoch milliseconds, as are all times below. */
  readonly createdAt: number;
  /** To the minute; absent when the key was never used. */
  readonly lastUsedAt?: number;
  /** Absent when no day is set on which the key expires. */
  readonly expiresAt?: number;
  /** Days without use after which the key expires; absent when it need not be used. */
  readonly unusedDays?: number;
  /** Absent while the key is good. */
  readonly revokedAt?: number;
  /** What bursts of the key may be; absent: what the deployment allows. */
  readonly limits?: KeyLimits;
  /** Absent in keys of earlier releases: all that the role allows. */
  readonly scopes?: readonly Scope[];
};

const dayMs = 86_400_000;
const secretBytes = 32;
/**
 * A key's text: `dpr_<id>_<43 characters base64url>`. The beginning is what secret scanners look for, and the
 * id finds the stored record without an index over secrets.
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

/** The settings of a new key. */
type KeySettings = Pick<ApiKey, 'name' | 'user' | 'role' | 'limits' | 'dialect' | 'scopes' | 'unusedDays'>;

/**
 * The settings of a new key, from a validated request. Refuses what the creator may not give, and names
 * that are the service's own; of what limits the creator nobody gets more by another key.
 */
export function requestedKey(creator: Principal, request: ApiKeyRequest, service: string): KeySettings {
  const { name = null, role = 'user', user = creator.user, dialect } = request;
  refuseReservedName(name, service);
  refuseUnlessSegment('REQUEST_INVALID', 'a user', user);
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
  const scopes = requestedScopes(creator, role, request.scopes);
  const most = lowest(creator.limits, request.limits);
  const unusedDays = request.unusedDays ?? (request.expiresInDays === undefined ? limits.unusedKeyDays : 0);
  return {
    name,
    role,
    user,
    scopes,
    ...(unusedDays > 0 && { unusedDays }),
    ...(most && { limits: most }),
    ...(dialect && { dialect }),
  };
}

/** @throws DownpourError 400 for a name that only keys of the service itself may have. */
export function refuseReservedName(name: string | null, service: string): void {
  const reservedPrefix = `${service.toLowerCase()}.`;
  if (!name?.startsWith(reservedPrefix)) return;
  const reason = `key names starting with '${reservedPrefix}' are reserved for internal use`;
  throw new DownpourError('KEY_NAME_RESERVED', 400, reason);
}

/** A new key: its text, shown once, and what is kept of it. */
export function makeKey(
  id: number,
  settings: KeySettings & { readonly expiresInDays?: number | undefined },
  secret: Uint8Array,
  now: number,
): { readonly text: string; readonly key: ApiKey } {
  const { expiresInDays, ...rest } = settings;
  const text = keyText(id, secret);
  const expiry = expiresInDays === undefined ? {} : { expiresAt: now + expiresInDays * dayMs };
  // Six characters of the secret tell keys apart and leave 220 bits.
  const prefix = text.slice(0, `dpr_${id}_`.length + 6);
  return { text, key: { id, ...rest, hash: hashOf(text), prefix, createdAt: now, ...expiry } };
}

/** The digest that is kept of a key's text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The key, when a digest is that of its text and the key is good. An unknown key is compared too, with
 * nothing in particular, so that the time an answer takes does not tell whether an id exists.
 */
export function goodKey(hash: string, key: ApiKey | undefined, now: number): ApiKey | undefined {
  const given = Buffer.from(hash, 'hex');
  const stored = Buffer.from(key?.hash ?? hashOf(''), 'hex');
  const same = timingSafeEqual(given, stored);
  return same && key !== undefined && isGood(key, now) ? key : undefined;
}

/** Neither revoked nor expired. */
export const isGood = (key: ApiKey, now: number): boolean =>
  key.revokedAt === undefined && !isExpired(key, now);

const isExpired = (key: ApiKey, now: number): boolean => expiryOf(key) <= now;

/** When a key expires that is not used before; never: Infinity. */
export function expiryOf({ expiresAt, unusedDays, lastUsedAt, createdAt }: ApiKey): number {
  const unused = unusedDays === undefined ? Infinity : (lastUsedAt ?? createdAt) + unusedDays * dayMs;
  return Math.min(expiresAt ?? Infinity, unused);
}

/** A key that expired more than a day ago is one that was revoked. */
export const isRevoked = (key: ApiKey, now: number): boolean =>
  key.revokedAt !== undefined || now - expiryOf(key) >= dayMs;

/** Whole days to the end of a key at which its user is told of it. */
const noticeDays = [7, 2, 1, 0, -1];

/** The last notice of its end that a key's user should have had by now. */
export function noticeDue(key: ApiKey, now: number): KeyNotice | undefined {
  const end = expiryOf(key);
  if (key.revokedAt !== undefined || end === Infinity) return undefined;
  const days = daysUntil(end, now);
  if (days < -limits.expiredKeyDays) return undefined;
  const begin = end === key.expiresAt ? key.createdAt : (key.lastUsedAt ?? key.createdAt);
  // A key that lives for few days after each use would be told of all the time.
  const isNews = (mark: number): boolean => mark < daysUntil(end, begin) - 1;
  const mark = noticeDays.findLast((one) => days <= one && isNews(one));
  return mark === undefined ? undefined : { end, mark, days };
}

export type KeyNotice = {
  /** Epoch milliseconds at which the key ends, or ended, if nobody uses it before. */
  readonly end: number;
  /** The days that the notice is for, and those that are left. */
  readonly mark: number;
  readonly days: number;
};

/**
 * As whom a key acts. What is said of the user decides whether it is an administrator; where nothing is, the
 * key's role. A key acts as one only where it is good for that.
 */
export function principalOf(key: ApiKey, { user: known, isShared }: KnownUser): Principal {
  const { id: keyId, user, limits, dialect } = key;
  const scopes = scopesOfKey(key);
  const isAdmin = scopes.includes('admin') && (known?.admin ?? key.role === 'admin');
  return {
    keyId,
    user,
    role: isAdmin ? 'admin' : 'user',
    scopes,
    ...(known && { teams: known.teams }),
    ...(isShared && { ownTeam: false }),
    ...(limits && { limits }),
    ...(dialect && { dialect }),
  };
}

/** Returns true when the last use should be written again. */
export const lastUseIsOld = (key: ApiKey, now: number): boolean =>
  now - (key.lastUsedAt ?? 0) >= limits.lastUseMs;

/**
 * An administrator manages every key; a user the user's own, except those that can do more than the caller's.
 */
export function mayManage(principal: Principal, key: ApiKey): boolean {
  if (principal.role === 'admin') return true;
  const held = scopesOfPrincipal(principal);
  return (
    key.user === principal.user &&
    key.role === 'user' &&
    scopesOfKey(key).every((scope) => held.includes(scope))
  );
}

/** The keys a caller may see, by creation. Long expired ones are left out, never deleted. */
export function listedKeys(
  principal: Principal,
  keys: readonly ApiKey[],
  now: number,
): readonly ApiKeyResponse[] {
  const kept = (key: ApiKey): boolean => now - expiryOf(key) <= limits.expiredKeyDays * dayMs;
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
    isRevoked: isRevoked(key, now),
    toExpiration: expiryOf(key) === Infinity ? null : daysUntil(expiryOf(key), now),
    scopes: [...scopesOfKey(key)],
    ...(key.limits && { limits: key.limits }),
    ...(key.dialect && { dialect: key.dialect }),
  };
}

/** Begun days: a key for 30 days has 30 of them when it is made. Zero is never negative. */
const daysUntil = (instant: number, now: number): number => Math.ceil((instant - now) / dayMs) + 0;
