import { Agent, type Dispatcher, EnvHttpProxyAgent, interceptors } from 'undici';
import { isLoopback } from '../names/loopback.ts';
import { lostCodes } from './call.ts';
import { proxyVariables } from './proxy-variables.ts';

/** The limit of redirects that are followed. */
const redirectsMax = 3;

let shared: Dispatcher | undefined;

/**
 * The connections of this process to the servers that it calls itself. They stay open between calls and do
 * not keep the process alive.
 */
export function ownAgent(): Dispatcher {
  shared ??= proxied(process.env);
  return shared;
}

/**
 * Connections through the proxies of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. Calls to this machine are direct
 * even if NO_PROXY does not include it: a proxy on another machine cannot reach them. Browsers do the same,
 * and users rarely think of loopback addresses when they write NO_PROXY. A proxy without a valid address
 * counts as absent; the command line rejects it.
 */
export function proxied(environment: NodeJS.ProcessEnv): Dispatcher {
  const direct = new Agent({ allowH2: false });
  const { http, https, direct: noProxy } = proxyVariables(environment);
  if (http?.url === undefined && https?.url === undefined) return direct;
  const proxies = new EnvHttpProxyAgent({
    allowH2: false,
    httpProxy: http?.url ?? '',
    httpsProxy: https?.url ?? '',
    noProxy,
  });
  return proxies.compose(
    (dispatch) => (options, handler) =>
      options.origin !== undefined && isLoopback(options.origin)
        ? direct.dispatch(options, handler)
        : dispatch(options, handler),
  );
}

/** Follows redirects of every kind, up to the limit. */
export const following = (agent: Dispatcher): Dispatcher =>
  agent.compose(interceptors.redirect({ maxRedirections: redirectsMax }));

/**
 * Repeats a request when the server failed, was overloaded, or its response was lost: three times, after 0.3,
 * 1 and 3 s, or after the time that the server requests, up to 3 s. A server that refuses connections is not
 * called again. A server without space (507) is not called again either, because a person must free space
 * first. Use it only for requests that may be repeated.
 */
export const repeating = (agent: Dispatcher): Dispatcher =>
  agent.compose(
    interceptors.retry({
      maxRetries: 3,
      minTimeout: 300,
      timeoutFactor: 10 / 3,
      maxTimeout: 3_000,
      methods: ['GET', 'PUT', 'POST', 'DELETE'],
      statusCodes: [429, 500, 502, 503, 504],
      errorCodes: [...lostCodes],
      // When repeats do not help, the caller gets the last response and no error.
      throwOnError: false,
    }),
  );
