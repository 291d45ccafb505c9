import type { KeycloakConfig, VersionInfo } from '../../lib/api.generated.ts';
import { ownRealm } from '../../lib/results/identity/token.ts';
import { environment } from '../../lib/store/names/environment.ts';
import { family } from './pipeline/family.ts';
import { publicOperation } from './pipeline/public-operation.ts';
import { json } from './pipeline/reply.ts';
import type { Headers } from './pipeline/types.ts';

export const handler = family({
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

  'GET /api/config/keycloak': publicOperation('keycloak', async ({ headers }) =>
    json(keycloakConfig(headers)),
  ),
});

/**
 * A realm of Keycloak is the end of its issuer's address; others are all address. Without an issuer the service itself gives
 * tokens for passwords (token-create.ts), under the address at which it was asked.
 */
function keycloakConfig({ host = '', 'x-forwarded-proto': scheme = 'https' }: Headers): KeycloakConfig {
  const issuer = process.env[environment.oidcIssuer];
  if (issuer === undefined) return { ...ownRealm, url: `${scheme}://${host}` };
  const [, url = issuer, realm = ''] = /^(.*)\/realms\/([^/]+)\/?$/.exec(issuer) ?? [];
  const { [environment.oidcAudience]: audience = '', [environment.oidcClientId]: clientId = audience } =
    process.env;
  return { realm, url, clientId };
}
