/** A variable of the environment with the address of a proxy. */
export type ProxyVariable = {
  readonly name: string;
  /** The URL of the proxy. Absent: the text is not a URL, or has another scheme than http(s). */
  readonly url?: string;
};

export type ProxyVariables = {
  readonly http?: ProxyVariable | undefined;
  /** The proxy for calls by https. If HTTPS_PROXY is absent, it is the proxy in HTTP_PROXY. */
  readonly https?: ProxyVariable | undefined;
  /** The hosts that are called without a proxy. */
  readonly direct: string;
};

/**
 * The proxies in HTTP_PROXY, HTTPS_PROXY and NO_PROXY. As in curl, a name in small letters has precedence,
 * and an address without a scheme is one with http.
 */
export function proxyVariables(environment: NodeJS.ProcessEnv): ProxyVariables {
  const textIn = (name: string): string => environment[name]?.trim() ?? '';
  const setName = (upper: string): string | undefined =>
    [upper.toLowerCase(), upper].find((name) => textIn(name) !== '');
  const proxyIn = (upper: string): ProxyVariable | undefined => {
    const name = setName(upper);
    if (name === undefined) return undefined;
    const value = textIn(name);
    const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
    return { name, ...(/^https?:/i.test(url) && URL.canParse(url) && { url }) };
  };
  const http = proxyIn('HTTP_PROXY');
  return {
    http,
    https: proxyIn('HTTPS_PROXY') ?? http,
    direct: textIn(setName('NO_PROXY') ?? ''),
  };
}

/** The variable whose proxy calls to this address use, unless NO_PROXY lists its host. */
export function proxyVariableOf(url: string, environment: NodeJS.ProcessEnv): ProxyVariable | undefined {
  const { http, https } = proxyVariables(environment);
  return url.startsWith('https:') ? https : http;
}
