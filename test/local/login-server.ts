import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { environment } from '../../lib/names/environment.ts';
import { listening, type Scope } from './scratch.ts';

/** A user who can log in, with the roles of the user. */
export type Login = { readonly user: string; readonly password: string; readonly roles: readonly string[] };

/** The user with whom the original's own tests log in. */
export const bootstrapUser: Login = {
  user: 'horreum.bootstrap',
  password: 'secret',
  roles: ['admin', 'dev-team', 'dev-tester', 'dev-uploader', 'dev-viewer', 'dev-manager'],
};

const realm = '/realms/results';
const client = 'results-ui';

/**
 * Simulates a realm of Keycloak: it gives tokens for a password, and publishes its public keys.
 *
 * @returns the variables of a deployment that accepts the tokens of this server.
 */
export async function loginServer(
  scope: Scope,
  { user, password, roles }: Login,
): Promise<Record<string, string>> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const token = () =>
    new SignJWT({ preferred_username: user, realm_access: { roles } })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .setIssuer(issuer)
      .setAudience(client)
      .setExpirationTime('5m')
      .sign(privateKey);
  const answers: Readonly<Record<string, (form: URLSearchParams) => Promise<object | undefined>>> = {
    [`GET ${realm}/.well-known/openid-configuration`]: async () => ({ issuer, jwks_uri: `${issuer}/keys` }),
    [`GET ${realm}/keys`]: async () => ({ keys: [key] }),
    async [`POST ${realm}/protocol/openid-connect/token`](form) {
      const requests = ['grant_type', 'client_id', 'username', 'password'].map((name) => form.get(name));
      if (requests.join('\n') !== ['password', client, user, password].join('\n')) return undefined;
      return { access_token: await token(), token_type: 'Bearer', expires_in: 300, refresh_expires_in: 0 };
    },
  };
  const server = createServer(async (request, response) => {
    const answer = answers[`${request.method} ${request.url}`];
    const body = await answer?.(new URLSearchParams(await text(request)));
    const refusal = answer === undefined ? { error: 'not_found' } : { error: 'invalid_grant' };
    response.writeHead(body ? 200 : answer ? 401 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? refusal));
  });
  const issuer = (await listening(scope, server)) + realm;
  return { [environment.oidcIssuer]: issuer, [environment.oidcAudience]: client };
}
