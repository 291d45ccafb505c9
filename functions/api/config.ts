import type { KeycloakConfig, VersionInfo, WebConfig } from '../../lib/api.generated.ts';
import { DownpourError } from '../../lib/errors.ts';
import { environment } from '../../lib/names/environment.ts';
import { onLambda } from '../deployment.ts';
import { acceptsAnonymous, keyHeader, ownRealm, tokenSettings } from '../sign-in.ts';
import { publicOperation } from './pipeline/public-operation.ts';
import { json } from './pipeline/replies/reply.ts';
import { router } from './pipeline/router.ts';
import type { Headers } from './pipeline/types.ts';

export const handler = router({
  'GET /api/config/version': publicOperation('version', async () => {
    const privacyStatement = process.env[environment.privacyStatement];
    const info: VersionInfo = {
      version: process.env[environment.version] ?? '0.0.0',
      commit: process.env[environment.commit] ?? 'unknown',
      startTimestamp: Number(process.env[environment.startedAt] ?? Math.round(performance.timeOrigin)),
      ...(privacyStatement && { privacyStatement }),
    };
    return json(info);
  }),

  'GET /api/config/keycloak': publicOperation('keycloak', async ({ headers }) => {
    const reply = json(keycloakConfig(headers));
    return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' } };
  }),

  'GET /api/config/web': publicOperation('web-config', async () => json(webConfig())),
});

function webConfig(): WebConfig {
  const settings = tokenSettings();
  const clientId = process.env[environment.oidcClientId] ?? settings?.audience ?? '';
  return {
    version: process.env[environment.version] ?? '0.0.0',
    place: onLambda() ? 'cloud' : 'one machine',
    keyHeader: keyHeader(),
    signIn: ['key', 'password', ...(settings === undefined ? [] : (['issuer'] as const))],
    issuer: settings === undefined ? null : { url: settings.issuer, clientId, audience: settings.audience },
    anonymous: acceptsAnonymous(),
  };
}

/**
 * The configuration of sign-in in the form of Keycloak (an identity provider). For an issuer that is a
 * Keycloak realm, the realm is the last part of its address. For other issuers, the address is used whole.
 * Without an issuer, this service issues tokens for passwords (token-create.ts).
 */
function keycloakConfig(headers: Headers): KeycloakConfig {
  const issuer = process.env[environment.oidcIssuer];
  if (issuer === undefined) return { ...ownRealm(), url: ownUrl(headers) };
  const [, url = issuer, realm = ''] = /^(.*)\/realms\/([^/]+)\/?$/.exec(issuer) ?? [];
  const { [environment.oidcAudience]: audience = '', [environment.oidcClientId]: clientId = audience } =
    process.env;
  return { realm, url, clientId };
}

/**
 * The address of this deployment, to which clients send passwords. It comes from the configuration. Without
 * it, only loopback names of the request are accepted, because a header could name any host.
 * @throws DownpourError `PUBLIC_URL_MISSING` (404)
 */
function ownUrl({ host = '', 'x-forwarded-proto': scheme = 'https' }: Headers): string {
  const configured = process.env[environment.publicUrl];
  if (configured) return configured.replace(/\/+$/, '');
  if (/^https?$/.test(scheme) && /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host))
    return `${scheme}://${host}`;
  throw new DownpourError(
    'PUBLIC_URL_MISSING',
    404,
    `this server does not know its own URL: set the environment variable ${environment.publicUrl}, for example to https://results.example.com`,
  );
}
