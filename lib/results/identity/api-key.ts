import { createHash, timingSafeEqual } from 'node:crypto';
import type { ApiKeyRequest, ApiKeyResponse, KeyLimits, Scope } from '../../api.generated.ts';
import { DownpourError } from '../../errors.ts';
import type { Principal } from '../access.ts';
import { limits } from '../limits.ts';
import type { Dialect } from '../query/dialect.ts';
import { refuseUnlessSegment } from '../url-segment.ts';
import { lowest } from './burst-limits.ts';
import { apiKeyLimits } from './limits.ts';
import { requestedScopes, scopesOfKey, scopesOfPrincipal } from './scopes.ts';
import type { KnownUser } from './user.ts';

/** A stored API key. The text of the key is not stored: only the reply that creates the key contains it. */
export type ApiKey = {
  readonly id: number;
  /** Absent: a key that a person keeps. `BROWSER`: a key for one browser, which is valid for some hours. */
  readonly type?: 'BROWSER';
  readonly name: string | null;
  readonly user: string;
  readonly role: 'admin' | 'user';
  /** SHA-256 of the key's text in hex. The text has 256 random bits, so a slow hash would only cost CPU. */
  readonly hash: string;
  readonly prefix: string;
  /**
   * The query language of queries that are valid in both languages. Absent: the default of the deployment.
   */
  readonly dialect?: Dialect;
  /** Epoch milliseconds, as all other times of a key except `goneAt`. */
  readonly createdAt: number;
  /** Epoch milliseconds of the last use, exact to the minute. Absent when the key was never used. */
  readonly lastUsedAt?: number;
  /** Epoch milliseconds at which the key expires. Absent when the key has no fixed expiry. */
  readonly expiresAt?: number;
  /** Days without use after which the key expires; absent when it does not need use. */
  readonly unusedDays?: number;
  /** The time at which the key was revoked. Absent while it is not revoked. */
  readonly revokedAt?: number;
  /** Limits of bursts that the key starts; absent: the limits of the deployment. */
  readonly limits?: KeyLimits;
  /** Epoch seconds at which the store may delete the key. Absent: never. */
  readonly goneAt?: number;
  /**
   * The scopes of the key, which limit what it may do. Absent in keys of earlier releases, which have all
   * scopes that their role allows.
   */
  readonly scopes?: readonly Scope[];
};

const dayMs = 86_400_000;
const secretBytes = 32;
/**
 * A key's text: `dpr_<id>_<43 characters base64url>`. Secret scanners look for the prefix. The id finds the
 * stored record without an index over secrets.
 */
export function keyText(id: number, secret: Uint8Array): string {
  if (secret.length !== secretBytes)
    throw new Error(`a bug in Downpour: an API key needs ${secretBytes} random bytes, got ${secret.length}`);
  return `dpr_${id}_${Buffer.from(secret).toString('base64url')}`;
}

/** The id in a key's text; undefined when the text cannot be a key. */
export function keyId(text: string): number | undefined {
  const id = Number(/^dpr_([1-9]\d{0,9})_[\w-]{43}$/.exec(text)?.[1] ?? Number.NaN);
  return id <= limits.idMax ? id : undefined;
}

/** The settings of a new key. */
export type KeySettings = Pick<
  ApiKey,
  'type' | 'name' | 'user' | 'role' | 'limits' | 'dialect' | 'scopes' | 'unusedDays'
> & {
  /** Epoch milliseconds at which the key expires at the latest. Absent: only the key's own expiry counts. */
  readonly endsBy?: number;
};

/**
 * The settings of a new key, from a validated request. It rejects settings that the creator may not give, and
 * names that are reserved for the service. A new key never exceeds the limits of its creator. Unless its
 * creator is an administrator, it also ends with the key that creates it. Otherwise a stolen key of some
 * hours would make a key without an end.
 */
export function requestedKey(creator: Principal, request: ApiKeyRequest, service: string): KeySettings {
  const { name = null, role = 'user', user = creator.user, dialect } = request;
  refuseReservedName(name, service);
  refuseUnlessSegment('REQUEST_INVALID', 'a user', user);
  if (creator.role !== 'admin' && role === 'admin') {
    throw new DownpourError(
      'FORBIDDEN',
      403,
      'only an API key of an administrator may create a key for an administrator',
    );
  }
  if (creator.role !== 'admin' && user !== creator.user) {
    throw new DownpourError(
      'FORBIDDEN',
      403,
      `only an API key of an administrator may create a key for the user '${user}'`,
    );
  }
  const scopes = requestedScopes(creator, role, request.scopes);
  const most = lowest(creator.limits, request.limits);
  const unusedDays =
    request.unusedDays ?? (request.expiresInDays === undefined ? apiKeyLimits.unusedKeyDays : 0);
  return {
    name,
    role,
    user,
    scopes,
    ...(unusedDays > 0 && { unusedDays }),
    ...(most && { limits: most }),
    ...(dialect && { dialect }),
    ...(creator.keyId > 0 && creator.role !== 'admin' && creator.expiresAt && { endsBy: creator.expiresAt }),
  };
}

/**
 * Rejects a name of a key that is reserved.
 * @throws DownpourError 400 for a name that is reserved for keys of the service.
 */
export function refuseReservedName(name: string | null, service: string): void {
  const reservedPrefix = `${service.toLowerCase()}.`;
  if (!name?.startsWith(reservedPrefix)) return;
  const reason = `key names starting with '${reservedPrefix}' are reserved for internal use; choose another name`;
  throw new DownpourError('KEY_NAME_RESERVED', 400, reason);
}

/**
 * Makes a new key: its text, which is shown once, and the record to store. `lastsMs` is set for a key that
 * the store deletes after its expiry: the milliseconds from its creation to its expiry.
 */
export function makeKey(
  id: number,
  settings: KeySettings & { readonly expiresInDays?: number | undefined; readonly lastsMs?: number },
  secret: Uint8Array,
  now: number,
): { readonly text: string; readonly key: ApiKey } {
  const { expiresInDays, lastsMs, endsBy = Infinity, ...rest } = settings;
  const text = keyText(id, secret);
  const expiresAt = Math.min(now + (lastsMs ?? (expiresInDays ?? Infinity) * dayMs), endsBy);
  const expiry = expiresAt === Infinity ? {} : { expiresAt };
  const gone = lastsMs === undefined ? {} : { goneAt: Math.ceil((now + lastsMs) / 1000) };
  // The visible prefix of a key has six characters of its secret, which distinguish keys. 220 secret bits
  // remain.
  const prefix = text.slice(0, `dpr_${id}_`.length + 6);
  return { text, key: { id, ...rest, hash: hashOf(text), prefix, createdAt: now, ...expiry, ...gone } };
}

/** The stored digest of a key's text. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Returns the key if the hash matches and the key is valid. An unknown key is compared with the hash of an
 * empty text, so that the response time does not reveal whether an id exists.
 */
export function goodKey(hash: string, key: ApiKey | undefined, now: number): ApiKey | undefined {
  const given = Buffer.from(hash, 'hex');
  const stored = Buffer.from(key?.hash ?? hashOf(''), 'hex');
  const same = timingSafeEqual(given, stored);
  return same && key !== undefined && isGood(key, now) ? key : undefined;
}

/** True for a key that is neither revoked nor expired. */
export const isGood = (key: ApiKey, now: number): boolean =>
  key.revokedAt === undefined && !isExpired(key, now);

const isExpired = (key: ApiKey, now: number): boolean => expiryOf(key) <= now;

/** Epoch milliseconds at which a key expires if it is not used again. Infinity: never. */
export function expiryOf({ expiresAt, unusedDays, lastUsedAt, createdAt }: ApiKey): number {
  const unused = unusedDays === undefined ? Infinity : (lastUsedAt ?? createdAt) + unusedDays * dayMs;
  return Math.min(expiresAt ?? Infinity, unused);
}

/** A key that expired more than a day ago counts as revoked. */
export const isRevoked = (key: ApiKey, now: number): boolean =>
  key.revokedAt !== undefined || now - expiryOf(key) >= dayMs;

/** Downpour notifies the user this many whole days before a key ends. -1: on the day after. */
const noticeDays = [7, 2, 1, 0, -1];

/** The last notice that the key's user should have received by now. */
export function noticeDue(key: ApiKey, now: number): KeyNotice | undefined {
  const end = expiryOf(key);
  if (key.type === 'BROWSER' || key.revokedAt !== undefined || end === Infinity) return undefined;
  const days = daysUntil(end, now);
  if (days < -apiKeyLimits.expiredKeyDays) return undefined;
  const begin = end === key.expiresAt ? key.createdAt : (key.lastUsedAt ?? key.createdAt);
  // True if a notice reports news. A key with a short life would get the same notice after each use, so such
  // notices are left out.
  const isNews = (mark: number): boolean => mark < daysUntil(end, begin) - 1;
  const mark = noticeDays.findLast((one) => days <= one && isNews(one));
  return mark === undefined ? undefined : { end, mark, days };
}

export type KeyNotice = {
  /** Epoch milliseconds at which the key ends, or ended, if it is not used again. */
  readonly end: number;
  /**
   * `mark`: the days before the end of the key at which this notice is due. `days`: the days that remain
   * until the end.
   */
  readonly mark: number;
  readonly days: number;
};

/**
 * The principal of a key. The user's record decides whether the user is an administrator. If the record does
 * not state this, or is missing, the key's role decides. A key acts as an administrator only if it has the
 * scope `admin`.
 */
export function principalOf(key: ApiKey, { user: known, isShared }: KnownUser): Principal {
  const { id: keyId, user, limits, dialect, expiresAt } = key;
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
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/** Returns true when the time of the last use should be stored again. */
export const lastUseIsOld = (key: ApiKey, now: number): boolean =>
  now - (key.lastUsedAt ?? 0) >= apiKeyLimits.lastUseMs;

/**
 * An administrator manages every key. A user manages own keys, except keys with more rights than the
 * caller's.
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

/**
 * The keys of a type that a caller may see, by creation. Keys that expired long ago are left out. The store
 * keeps them, unless they have `goneAt`. Browser keys are left out as soon as they end.
 */
export function listedKeys(
  principal: Principal,
  keys: readonly ApiKey[],
  now: number,
  type: ApiKeyResponse['type'] = 'USER',
): readonly ApiKeyResponse[] {
  const kept = (key: ApiKey): boolean =>
    type === 'BROWSER' ? isGood(key, now) : now - expiryOf(key) <= apiKeyLimits.expiredKeyDays * dayMs;
  return keys
    .filter((key) => (key.type ?? 'USER') === type && mayManage(principal, key) && kept(key))
    .sort((a, b) => a.createdAt - b.createdAt || a.id - b.id)
    .map((key) => keyResponse(key, now));
}

function keyResponse(key: ApiKey, now: number): ApiKeyResponse {
  return {
    id: key.id,
    name: key.name,
    type: key.type ?? 'USER',
    role: key.role,
    user: key.user,
    prefix: key.prefix,
    creation: key.createdAt,
    access: key.lastUsedAt ?? null,
    isRevoked: isRevoked(key, now),
    ...(key.expiresAt !== undefined && { expiresAt: key.expiresAt }),
    toExpiration: expiryOf(key) === Infinity ? null : daysUntil(expiryOf(key), now),
    scopes: [...scopesOfKey(key)],
    ...(key.limits && { limits: key.limits }),
    ...(key.dialect && { dialect: key.dialect }),
  };
}

/**
 * The days until an instant. A day that has begun counts, so a key for 30 days has 30 days when it is made.
 * Adding 0 turns -0 into 0.
 */
const daysUntil = (instant: number, now: number): number => Math.ceil((instant - now) / dayMs) + 0;
