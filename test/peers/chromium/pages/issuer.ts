import { createServer, type Server } from 'node:http';
import Provider from 'oidc-provider';
import { environment } from '../../../../lib/names/environment.ts';
import { listening, type Scope } from '../../../local/scratch.ts';

export type Issuer = {
  /** The address of the issuer, which is also its name. */
  readonly url: string;
  /** The environment variables of a deployment that accepts tokens of this issuer. */
  readonly variables: Readonly<Record<string, string>>;
};

const clientId = 'downpour-pages';
const audience = 'urn:downpour:test';

/**
 * A certified provider of OpenID Connect on the loopback. Its sign-in page accepts every name with every
 * password. It demands PKCE, and its access tokens are for one audience.
 * @param tokensFor the audience of its tokens. @default the audience that the deployment accepts
 */
export async function openIssuer(scope: Scope, { tokensFor = audience } = {}): Promise<Issuer> {
  const server: Server = createServer((request, response) => answer(request, response));
  const url = (await listening(scope, server)).replace(/\/$/, '');
  const provider = new Provider(url, {
    // A client of the loopback may return to any port (RFC 8252, section 7.3).
    clients: [
      {
        client_id: clientId,
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: ['http://127.0.0.1/login'],
      },
    ],
    cookies: { keys: ['of this test'] },
    clientBasedCORS: () => true,
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    extraTokenClaims: (_, { accountId }) => ({ preferred_username: accountId }),
    features: {
      resourceIndicators: {
        enabled: true,
        defaultResource: () => tokensFor,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: tokensFor,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
        }),
      },
    },
  });
  const answer = provider.callback();
  const variables = {
    [environment.oidcIssuer]: url,
    [environment.oidcAudience]: audience,
    [environment.oidcClientId]: clientId,
  };
  return { url, variables };
}
