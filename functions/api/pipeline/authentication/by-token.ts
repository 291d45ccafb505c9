import { DownpourError } from '../../../../lib/errors.ts';

import type { Principal } from '../../../../lib/results/access.ts';
import { userCache } from '../../../../lib/results/identity/limits.ts';
import {
  claimedBy,
  principalOfToken,
  type TokenSettings,
} from '../../../../lib/results/identity/token-claims.ts';
import { principalOfUser } from '../../../../lib/results/identity/user.ts';
import { tokenSettings } from '../../../sign-in.ts';
import { forgetUser, knownUser } from './known-users.ts';

type Verify = (token: string) => Promise<Readonly<Record<string, unknown>>>;

let verifying: { readonly issuer: string; readonly audience: string; readonly verify: Verify } | undefined;

/**
 * Identifies a user by a token of the deployment's issuer (`Authorization: Bearer`). The caller has the roles
 * of the token and the stored roles of the user. Without an issuer, this service must have issued the token
 * for a password.
 * @throws DownpourError 401 for an invalid token.
 */
export async function byToken(token: string, now: number): Promise<Principal> {
  const settings = tokenSettings();
  if (settings === undefined) return byOwnToken(token, now);
  const verify = await verifier(settings);
  const claimed = claimedBy(await verify(token), settings);
  if (typeof claimed === 'string') throw refusal(claimed);
  const known = await knownUser(claimed.user, now);
  const principal = principalOfToken(claimed, known);
  if (principal === undefined)
    throw refusal(
      `the user ${claimed.user} has a password on this server, so this server does not accept tokens of another issuer for this user: sign in with the password`,
    );
  return principal;
}

/**
 * Identifies a user by a token of this service. The caller has all permissions of the user, as with the
 * password.
 */
async function byOwnToken(token: string, now: number): Promise<Principal> {
  const { claimsOf, isGoodToken, lastsS } = await import('./own-tokens.ts');
  const claimed = claimsOf(token);
  if (claimed === undefined)
    throw refusal(
      'this server did not issue the token; request a token from this server, or send an API key',
    );
  const { user: name, madeAt } = claimed;
  // The token may be newer than the cached user, whose password may have changed since. So the cached user is
  // dropped.
  if (madeAt > now - userCache.goodMs - clocksMs) forgetUser(name);
  const known = await knownUser(name, now);
  const kept = known.user?.password;
  if (kept !== undefined && (await isGoodToken(token, kept, now)))
    return { ...principalOfUser(name, known, 'password'), expiresAt: madeAt + lastsS * 1000 };
  throw refusal('the token has expired, or the password has changed: request a new token');
}

/**
 * The milliseconds by which the time in a token may differ from the clock of this function. Tokens have whole
 * seconds, and other machines issue them.
 */
const clocksMs = 2000;

/** Opens the verifier of tokens. The first token loads the library and the keys of the issuer. */
async function verifier({ issuer, audience }: TokenSettings): Promise<Verify> {
  if (verifying?.issuer === issuer && verifying.audience === audience) return verifying.verify;
  const { openVerifier } = await import('./token-verifier.ts');
  const verify = await openVerifier({ issuer, audience }, refusal);
  verifying = { issuer, audience, verify };
  return verify;
}

const refusal = (why: string): DownpourError =>
  new DownpourError('UNAUTHORIZED', 401, `the token is not valid: ${why}`);
