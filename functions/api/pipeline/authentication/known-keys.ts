import { type ApiKey, goodKey, hashOf, keyId } from '../../../../lib/results/identity/api-key.ts';
import { keyCache } from '../../../../lib/results/limits.ts';
import { BoundedCache } from '../../../../lib/results/query/bounded-cache.ts';
import { stores } from '../../../stores.ts';

type Known = { readonly key: ApiKey; readonly until: number };

/**
 * Keys by the hash of their text, as long as this environment is warm. Good and refused ones apart: texts that somebody
 * makes up cannot push good ones out.
 */
const good = new BoundedCache<Known>(keyCache.keysMax);
const refused = new BoundedCache<number>(keyCache.keysMax);

/** The good key of a text, from the store or from what was read there a moment ago. */
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

/** A clock that was put back keeps nothing for longer. */
const isBefore = (now: number, until: number | undefined, most: number): boolean =>
  until !== undefined && now < until && until - now <= most;

/** What is known of a key from now on, without asking the store: its last use is written once a minute. */
export function noteUsed(key: ApiKey, now: number): void {
  const known = good.get(key.hash);
  if (known !== undefined) good.set(key.hash, { ...known, key: { ...known.key, lastUsedAt: now } }, 1);
}

/** Has a key asked for at its next use. Other environments find out within the bounds of limits.ts. */
export const forgetKey = ({ hash }: ApiKey): void => good.drop(hash);
