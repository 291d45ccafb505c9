import { type ApiKey, goodKey, hashOf, keyId } from '../../../../lib/results/identity/api-key.ts';
import { keyCache } from '../../../../lib/results/identity/limits.ts';
import { BoundedCache } from '../../../../lib/results/query/bounded-cache.ts';
import { stores } from '../../../stores.ts';

type Known = { readonly key: ApiKey; readonly until: number };

/**
 * Cached keys by the hash of their text, as long as the function's environment lives. Rejected keys have a
 * separate cache, so that invented texts cannot evict valid keys.
 */
const good = new BoundedCache<Known>(keyCache.keysMax);
const refused = new BoundedCache<number>(keyCache.keysMax);

/** Finds the valid key with a text, in the cache or in the store. */
export async function knownKey(text: string, now: number): Promise<ApiKey | undefined> {
  const id = keyId(text);
  if (id === undefined) return undefined;
  const hash = hashOf(text);
  const known = good.get(hash);
  if (known !== undefined && isBefore(now, known.until, keyCache.goodMs))
    return goodKey(hash, known.key, now);
  if (isBefore(now, refused.get(hash), keyCache.refusedMs)) return undefined;
  const key = goodKey(hash, await stores().keys.get(id), now);
  if (key === undefined) refused.set(hash, now + keyCache.refusedMs, 1);
  else good.set(hash, { key, until: now + keyCache.goodMs }, 1);
  return key;
}

/**
 * Whether a cached entry is still valid. `most` is its longest lifetime, so an entry does not last longer
 * after the clock was set back.
 */
const isBefore = (now: number, until: number | undefined, most: number): boolean =>
  until !== undefined && now < until && until - now <= most;

/** Updates the cached key after a use. The time of the last use is stored once a minute. */
export function noteUsed(key: ApiKey, now: number): void {
  const known = good.get(key.hash);
  if (known !== undefined) good.set(key.hash, { ...known, key: { ...known.key, lastUsedAt: now } }, 1);
}

/**
 * Removes a key from the cache, so that its next use reads the store. Other environments notice the change
 * after the time in limits.ts.
 */
export const forgetKey = ({ hash }: ApiKey): void => good.drop(hash);
