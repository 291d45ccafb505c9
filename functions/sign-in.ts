import { environment } from '../lib/names/environment.ts';
import type { TokenSettings } from '../lib/results/identity/token-claims.ts';
import { serviceName } from './deployment.ts';

/** The name of the header for API keys. */
export const keyHeader = (): string => `X-${serviceName()}-API-Key`;

/** The issuer whose tokens this service accepts. Undefined: the service accepts only its own tokens. */
export function tokenSettings(): TokenSettings | undefined {
  const issuer = process.env[environment.oidcIssuer];
  const audience = process.env[environment.oidcAudience];
  return issuer === undefined || audience === undefined ? undefined : { issuer, audience };
}

/** Whether the deployment accepts requests without credentials. */
export const acceptsAnonymous = (): boolean => process.env[environment.anonymous] === 'true';
