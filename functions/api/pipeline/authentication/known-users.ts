import { teamOf } from '../../../../lib/results/access.ts';
import { userCache } from '../../../../lib/results/identity/limits.ts';
import type { KnownUser } from '../../../../lib/results/identity/user.ts';
import { BoundedCache } from '../../../../lib/results/query/bounded-cache.ts';
import { stores } from '../../../stores.ts';

type Known = { readonly user: KnownUser; readonly until: number };

const cache = new BoundedCache<Known>(userCache.usersMax);

/** Finds a user in the cache or in the store. */
export async function knownUser(name: string, now: number): Promise<KnownUser> {
  const cached = cache.get(name);
  // After the clock was set back, a cached entry does not last longer than usual.
  if (cached !== undefined && now < cached.until && cached.until - now <= userCache.goodMs)
    return cached.user;
  const { users } = stores();
  const [user, team] = await Promise.all([users.get(name), users.team(teamOf(name))]);
  const known = { user, isShared: team !== undefined };
  cache.set(name, { user: known, until: now + userCache.goodMs }, 1);
  return known;
}

/**
 * Removes a user from the cache, so that the user's next request reads the store. Other environments notice
 * the change after the time in limits.ts.
 */
export const forgetUser = (name: string): void => cache.drop(name);
