import { DownpourError } from '../../../../lib/errors.ts';
import { anonymous, type Principal } from '../../../../lib/results/access.ts';
import { type ApiKey, lastUseIsOld, principalOf } from '../../../../lib/results/identity/api-key.ts';
import { log } from '../../../log.ts';
import { acceptsAnonymous, keyHeader } from '../../../sign-in.ts';
import { stores } from '../../../stores.ts';
import type { Headers } from '../types.ts';
import { byPassword } from './by-password.ts';
import { byToken } from './by-token.ts';
import { knownKey, noteUsed } from './known-keys.ts';
import { knownUser } from './known-users.ts';

/**
 * Identifies the caller of a request: by its API key, else by `Authorization`.
 * @throws DownpourError 401 for a missing, unknown, revoked or expired key, all with the same message, and
 *   for a wrong password or token.
 */
export async function authenticate(headers: Headers, now: number, source: string): Promise<Principal> {
  const keyText = headers[keyHeader().toLowerCase()];
  if (keyText === undefined) {
    const [scheme = '', credentials = ''] = authorizationOf(headers)?.trim().split(/ +/) ?? [];
    if (/^basic$/i.test(scheme)) return byPassword(credentials, now, source);
    if (/^bearer$/i.test(scheme)) return byToken(credentials, now);
  }
  return byKey(keyText ?? '', now);
}

/**
 * The credentials of a request. Some clients of the original server send the value of `Authorization` in the
 * header `authentication`.
 */
const authorizationOf = ({ authorization, authentication }: Headers): string | undefined =>
  authorization ?? authentication;

async function byKey(text: string, now: number): Promise<Principal> {
  const key = await knownKey(text, now);
  if (key === undefined) {
    throw new DownpourError(
      'UNAUTHORIZED',
      401,
      `this operation needs a valid API key in the header ${keyHeader()}: the key is missing, wrong, revoked or expired`,
    );
  }
  if (lastUseIsOld(key, now)) await noteUse(key, now);
  return principalOf(key, await knownUser(key.user, now));
}

/**
 * Identifies the caller, and accepts a request without a key if the deployment allows it. A wrong key is
 * rejected even then. Its owner would otherwise think that the anonymous view is complete.
 */
export async function authenticateIfAsked(headers: Headers, now: number, source: string): Promise<Principal> {
  const isWithout =
    headers[keyHeader().toLowerCase()] === undefined && authorizationOf(headers) === undefined;
  if (isWithout && acceptsAnonymous()) return anonymous;
  return authenticate(headers, now, source);
}

/** Records the use of a key. A failure to record it does not reject the caller. */
async function noteUse(key: ApiKey, now: number): Promise<void> {
  const { id } = key;
  noteUsed(key, now);
  try {
    await stores().keys.touch(id, now);
  } catch (error) {
    log.error(`the last use of API key ${id} could not be written`, {}, error);
  }
}
