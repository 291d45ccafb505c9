import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { DownpourError } from '../../../../lib/errors.ts';
import type { Principal } from '../../../../lib/results/access.ts';
import { passwordTries, userCache } from '../../../../lib/results/identity/limits.ts';
import { isPassword, type PasswordHash } from '../../../../lib/results/identity/password.ts';
import { principalOfUser } from '../../../../lib/results/identity/user.ts';
import { BoundedCache } from '../../../../lib/results/query/bounded-cache.ts';
import { stores } from '../../../stores.ts';
import { forgetUser, knownUser } from './known-users.ts';

/**
 * Cached proofs that a password was correct, each with the password hash that was stored then. The cache does
 * not reveal passwords.
 */
const right = new BoundedCache<string>(userCache.usersMax);
const secret = randomBytes(32);
/** The running checks. Concurrent requests with the same password share one check. */
const checks = new Map<string, Promise<void>>();
const clock = { now: () => performance.now(), sleep };

/**
 * Identifies a user by name and password (`Authorization: Basic`). The caller has all permissions of the
 * user.
 * @param source address of the caller. A few wrong passwords from other addresses do not block this address.
 * Very many block it, unless the user has logged in from it in the last 30 days.
 * @throws DownpourError 401, also for a missing user, and 429 after too many wrong passwords, even for a
 * correct one.
 */
export async function byPassword(credentials: string, now: number, source: string): Promise<Principal> {
  const [, name, password] = /^([\w.-]{1,59}):(.+)$/su.exec(textOf(credentials)) ?? [];
  if (name === undefined || password === undefined) throw wrong();
  const mark = createHmac('sha256', secret).update(`${name}:${password}`).digest('base64');
  const known = await knownUser(name, now);
  if (known.user?.password !== undefined && right.get(mark) === known.user.password.hash)
    return principalOfUser(name, known, 'password');
  // The password may have been changed a moment ago, so the cached user is dropped.
  forgetUser(name);
  const fresh = await knownUser(name, now);
  const kept = fresh.user?.password;
  // Concurrent requests with the same password count as one attempt.
  const attempt = `${mark} ${kept?.hash} ${source}`;
  const checked = checks.get(attempt) ?? check({ name, source }, password, kept, now);
  checks.set(attempt, checked);
  await checked.finally(() => checks.delete(attempt));
  right.set(mark, kept?.hash ?? '', 1);
  return principalOfUser(name, fresh, 'password');
}

/**
 * Checks a password. An attempt is counted before the check, so that concurrent attempts cannot exceed the
 * limit. A correct password subtracts its attempt again.
 */
async function check(
  who: { readonly name: string; readonly source: string },
  password: string,
  kept: PasswordHash | undefined,
  now: number,
): Promise<void> {
  const [here, everywhere] = await counted(who, 1, now);
  if (here > passwordTries.sourceMax)
    throw tooMany('too many wrong passwords for this user from this address: wait some minutes');
  const { users } = stores();
  const loggedIn = `${who.name}@${who.source} logged in`;
  const isUsual = (await users.tries(loggedIn, 0)) > 0;
  if (everywhere > passwordTries.max && !isUsual)
    throw tooMany('too many wrong passwords for this user: wait some minutes');
  if (!(await isPassword(password, kept, clock, who.source, isUsual))) throw wrong();
  await counted(who, -1, now);
  await users.countTry(loggedIn, 0, 1, Math.ceil((now + passwordTries.sourceKnownMs) / 1000));
}

/**
 * Counts the attempts in the present period: those from one address, and those from all addresses. The two
 * counters cannot be confused, because names of users have no `@`.
 */
async function counted(
  { name, source }: { readonly name: string; readonly source: string },
  tries: 1 | -1,
  now: number,
): Promise<readonly [here: number, everywhere: number]> {
  const { users } = stores();
  const window = Math.floor(now / passwordTries.windowMs);
  const forgetAt = Math.ceil(((window + 2) * passwordTries.windowMs) / 1000);
  const count = (what: string): Promise<number> => users.countTry(what, window, tries, forgetAt);
  const here = await count(`${name}@${source}`);
  // Attempts from a blocked address do not count against other addresses.
  return [here, here > passwordTries.sourceMax ? 0 : await count(name)];
}

const tooMany = (why: string): DownpourError => new DownpourError('TOO_MANY_TRIES', 429, why);

const textOf = (credentials: string): string => Buffer.from(credentials, 'base64').toString('utf8');

const wrong = (): DownpourError =>
  new DownpourError('UNAUTHORIZED', 401, 'the user name or the password is wrong');
