import type { Token } from '../../../../lib/api.generated.ts';
import { DownpourError } from '../../../../lib/errors.ts';
import { ownRealm, tokenSettings } from '../../../sign-in.ts';
import { byPassword } from './by-password.ts';
import { knownUser } from './known-users.ts';
import { lastsS, makeToken } from './own-tokens.ts';

/** A request for a token (RFC 6749 section 4.3.2). Its realm is a part of the path, as in Keycloak. */
export type TokenRequest = { readonly realm: string; readonly form: URLSearchParams };

/**
 * Issues a token for a name and its password.
 * @throws DownpourError NOT_FOUND (404) for another realm, or when another issuer issues tokens;
 * GRANT_UNKNOWN (400); as byPassword.
 */
export async function passwordToken(
  { realm, form }: TokenRequest,
  now: number,
  source: string,
): Promise<Token> {
  const issuer = tokenSettings()?.issuer;
  if (issuer !== undefined) throw notFound(`this server does not issue tokens: request one from ${issuer}`);
  const own = ownRealm().realm;
  if (realm !== own)
    throw notFound(`this server has no realm '${realm}': use the realm '${own}' in the path`);
  if (form.get('grant_type') !== 'password')
    throw new DownpourError(
      'GRANT_UNKNOWN',
      400,
      'grant_type must be password, and the form must also have username and password',
    );
  const [username, password] = [form.get('username') ?? '', form.get('password') ?? ''];
  await byPassword(Buffer.from(`${username}:${password}`).toString('base64'), now, source);
  const kept = (await knownUser(username, now)).user?.password;
  if (kept === undefined)
    throw new DownpourError(
      'UNAUTHORIZED',
      401,
      'an administrator removed the password of this user: sign in with an API key',
    );
  return {
    access_token: await makeToken(username, kept, now),
    token_type: 'Bearer',
    expires_in: lastsS,
    refresh_expires_in: 0,
  };
}

const notFound = (why: string): DownpourError => new DownpourError('NOT_FOUND', 404, why);
