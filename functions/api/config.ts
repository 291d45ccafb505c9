import type { KeycloakConfig, VersionInfo } from '../../lib/api.generated.ts';
import { environment } from '../../lib/store/names/environment.ts';
import { family } from './pipeline/family.ts';
import { publicOperation } from './pipeline/public-operation.ts';
import { json } from './pipeline/reply.ts';

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

  /** Without an issuer there is nowhere to log in: callers show API keys. Clients read empty texts as that. */
  'GET /api/config/keycloak': publicOperation('keycloak', async () => json(keycloakConfig())),
});

/** A realm of Keycloak is the end of its issuer's address; others are all address. */
function keycloakConfig(): KeycloakConfig {
  const issuer = process.env[environment.oidcIssuer];
  if (issuer === undefined) return { realm: '', url: '', clientId: '' };
  const [, url = issuer, realm = ''] = /^(.*)\/realms\/([^/]+)\/?$/.exec(issuer) ?? [];
  const { [environment.oidcAudience]: audience = '', [environment.oidcClientId]: clientId = audience } =
    process.env;
  return { realm, url, clientId };
}
