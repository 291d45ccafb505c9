import { environment } from '../lib/names/environment.ts';
import type { TokenSettings } from '../lib/results/identity/token.ts';
import { serviceName } from './deployment.ts';

/** The name of the header for API keys. */
export const keyHeader = (): string => `X-${serviceName()}-API-Key`;

/** The issuer whose tokens this service accepts. Undefined: it accepts its own tokens only. */
export function tokenSettings(): TokenSettings | undefined {
  const issuer = process.env[environment.oidcIssuer];
  const audience = process.env[environment.oidcAudience];
  return issuer === undefined || audience === undefined ? undefined : { issuer, audience };
}

/** Whether a request without credentials is the request of an anonymous caller. */
export const acceptsAnonymous = (): boolean => process.env[environment.anonymous] === 'true';
