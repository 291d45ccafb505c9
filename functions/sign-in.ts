import { environment } from '../lib/names/environment.ts';
import type { TokenSettings } from '../lib/results/identity/token-claims.ts';
import { serviceName } from './deployment.ts';

/** The name of the header for API keys. */
export const keyHeader = (): string => `X-${serviceName()}-API-Key`;

/**
 * Clients of a login server find the login of this service at
 * `/realms/{realm}/protocol/openid-connect/token`. Published scripts have the realm in their text, so it
 * follows the name of the service.
 */
export function ownRealm(): { readonly realm: string; readonly clientId: string } {
  const realm = serviceName().toLowerCase();
  return { realm, clientId: realm };
}

/** The issuer whose tokens this service accepts. Undefined: the service accepts only its own tokens. */
export function tokenSettings(): TokenSettings | undefined {
  const issuer = process.env[environment.oidcIssuer];
  const audience = process.env[environment.oidcAudience];
  return issuer === undefined || audience === undefined ? undefined : { issuer, audience };
}

/** Whether the deployment accepts requests without credentials. */
export const acceptsAnonymous = (): boolean => process.env[environment.anonymous] === 'true';
