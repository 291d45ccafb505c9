import { type ApiKey, goodKey, hashOf, keyId } from '../../../../lib/results/identity/api-key.ts';
import { keyCache } from '../../../../lib/results/identity/limits.ts';
import { BoundedCache } from '../../../../lib/results/query/bounded-cache.ts';
import { stores } from '../../../stores.ts';

type Known = { readonly key: ApiKey; readonly until: number };

/**
 * Keys by the hash of their text, as long as this environment is warm. Rejected ones are in a cache of their
 * own, so that invented texts cannot evict good keys.
 */
const good = new BoundedCache<Known>(keyCache.keysMax);
const refused = new BoundedCache<number>(keyCache.keysMax);

/** The valid key of a text, from the store or from the cache. */
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

/** When the clock was set back, entries do not last longer. */
const isBefore = (now: number, until: number | undefined, most: number): boolean =>
  until !== undefined && now < until && until - now <= most;

/** Updates the cached key after a use. The store gets the last use once a minute. */
export function noteUsed(key: ApiKey, now: number): void {
  const known = good.get(key.hash);
  if (known !== undefined) good.set(key.hash, { ...known, key: { ...known.key, lastUsedAt: now } }, 1);
}

/**
 * Removes a key from the cache, so that its next use reads the store. Other environments notice within the
 * limits of limits.ts.
 */
export const forgetKey = ({ hash }: ApiKey): void => good.drop(hash);
