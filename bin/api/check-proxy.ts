import { DownpourError } from '../../lib/errors.ts';
import { type ProxyVariable, proxyVariableOf } from '../../lib/http-client/proxy-variables.ts';
import { isLoopback } from '../../lib/names/loopback.ts';

/**
 * The variable (such as HTTPS_PROXY) whose proxy is used for calls to this address. Undefined for an address
 * of this machine, without a proxy, and when NO_PROXY lists the host.
 */
const variableFor = (url: string): ProxyVariable | undefined =>
  isLoopback(url) ? undefined : proxyVariableOf(url, process.env);

/**
 * Rejects a proxy that calls to this address cannot use, such as a SOCKS proxy. The message leaves its
 * address out, because that may contain a password.
 * @throws DownpourError `PROXY_INVALID` (400).
 */
export function checkProxy(url: string): void {
  const variable = variableFor(url);
  if (variable === undefined || variable.url !== undefined) return;
  throw new DownpourError(
    'PROXY_INVALID',
    400,
    `the variable ${variable.name} is not the address of a proxy that Downpour can use: write an address such as http://proxy.example.com:3128, or unset the variable`,
  );
}

/** A text that advises to check the proxy as well. It follows an advice to check the server. */
export function andProxy(url: string): string {
  const variable = variableFor(url);
  return variable === undefined
    ? ''
    : `, and that the proxy in ${variable.name} reaches it (hosts in NO_PROXY are called without the proxy)`;
}
