import { teamOf } from '../../../../lib/results/access.ts';
import type { Standing } from '../../../../lib/results/identity/user.ts';
import { userCache } from '../../../../lib/results/limits.ts';
import { BoundedCache } from '../../../../lib/results/query/bounded-cache.ts';
import { stores } from '../../../stores.ts';

type Known = { readonly standing: Standing; readonly until: number };

const known = new BoundedCache<Known>(userCache.usersMax);

/** What is known of a user, from the store or from what was read there a moment ago. */
export async function knownUser(name: string, now: number): Promise<Standing> {
  const cached = known.get(name);
  // A clock that was put back keeps nothing for longer.
  if (cached !== undefined && now < cached.until && cached.until - now <= userCache.goodMs)
    return cached.standing;
  const { users } = stores();
  const [user, team] = await Promise.all([users.get(name), users.team(teamOf(name))]);
  const standing = { user, isShared: team !== undefined };
  known.set(name, { standing, until: now + userCache.goodMs }, 1);
  return standing;
}

/** Has users asked for at their next requests. Other environments find out within the bounds of limits.ts. */
export const forgetUser = (name: string): void => known.drop(name);
