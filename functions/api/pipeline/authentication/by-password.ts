import { createHmac, randomBytes } from 'node:crypto';
import { DownpourError } from '../../../../lib/errors.ts';
import type { Principal } from '../../../../lib/results/access.ts';
import { isPassword, type PasswordHash } from '../../../../lib/results/identity/password.ts';
import { principalOfUser } from '../../../../lib/results/identity/user.ts';
import { passwordTries, userCache } from '../../../../lib/results/limits.ts';
import { BoundedCache } from '../../../../lib/results/query/bounded-cache.ts';
import { stores } from '../../../stores.ts';
import { forgetUser, knownUser } from './known-users.ts';

/** What passwords that were right are known by: the hash that was kept then. A memory of this environment tells no password. */
const right = new BoundedCache<string>(userCache.usersMax);
const secret = randomBytes(32);

/**
 * Who shows a name and its password (`Authorization: Basic`), with all that the user may do.
 * @throws DownpourError 401, alike for a user that is not there; 429 after too many wrong ones, right ones included.
 */
export async function byPassword(credentials: string, now: number): Promise<Principal> {
  const [, name, password] = /^([\w.-]{1,59}):(.+)$/su.exec(textOf(credentials)) ?? [];
  if (name === undefined || password === undefined) throw wrong();
  const mark = createHmac('sha256', secret).update(`${name}:${password}`).digest('base64');
  const known = await knownUser(name, now);
  if (known.user?.password !== undefined && right.get(mark) === known.user.password.hash)
    return principalOfUser(name, known, 'password');
  // It may be the right one since a moment ago.
  forgetUser(name);
  const standing = await knownUser(name, now);
  const kept = standing.user?.password;
  await check(name, password, kept, now);
  right.set(mark, kept?.hash ?? '', 1);
  return principalOfUser(name, standing, 'password');
}

/** A try is counted before it is judged, so that many at once are no way to more of them, and taken back when it was right. */
async function check(
  name: string,
  password: string,
  kept: PasswordHash | undefined,
  now: number,
): Promise<void> {
  const { users } = stores();
  const window = Math.floor(now / passwordTries.windowMs);
  const forgetAt = Math.ceil(((window + 2) * passwordTries.windowMs) / 1000);
  if ((await users.countTry(name, window, 1, forgetAt)) > passwordTries.max)
    throw new DownpourError(
      'TOO_MANY_TRIES',
      429,
      'too many wrong passwords for this user: wait some minutes',
    );
  if (!(await isPassword(password, kept))) throw wrong();
  await users.countTry(name, window, -1, forgetAt);
}

const textOf = (credentials: string): string => Buffer.from(credentials, 'base64').toString('utf8');

const wrong = (): DownpourError =>
  new DownpourError('UNAUTHORIZED', 401, 'there is no such user with this password');
