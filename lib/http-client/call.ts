import type { Dispatcher } from 'undici';

/** The connections that a call uses. Tests pass a mock of undici. */
export type Connections = Dispatcher;

/** The head of a response, whose body is not read yet. */
export type Head = Dispatcher.ResponseData;

export type Call = {
  readonly method: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Aborts the call, unless the last byte of the response has arrived. */
  readonly signal?: AbortSignal | undefined;
  /** The most milliseconds to wait for the head of the response, and for each next piece of its body. */
  readonly silenceMs: number;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/**
 * Calls a server on any port, because `fetch` rejects some eighty ports.
 * @returns the head of the response. The caller must read or discard the body.
 * @throws Error when no response comes.
 */
export function call(
  agent: Connections,
  url: string | URL,
  { method, headers, body, signal, silenceMs }: Call,
): Promise<Head> {
  const { origin, pathname, search, username, password } = new URL(url);
  const user = username === '' && password === '' ? {} : { authorization: basic(username, password) };
  return agent.request({
    origin,
    path: pathname + search,
    method,
    body: body ?? null,
    headers: { 'user-agent': 'downpour', ...user, ...headers },
    ...(signal && { signal }),
    headersTimeout: silenceMs,
    bodyTimeout: silenceMs,
  });
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(user)}:${decodeURIComponent(password)}`).toString('base64')}`;

/**
 * Calls a server and reads the whole response.
 * @throws Error when no response comes, or when it is cut off.
 */
export async function sendRequest(agent: Connections, url: string | URL, sent: Call): Promise<Answer> {
  const { statusCode, headers, body } = await call(agent, url, sent);
  return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
}

/** The address in an error of a socket or of a name. */
type Place = { readonly hostname?: string; readonly address?: string; readonly port?: number };

/**
 * The reason why no response came. A host name may have several addresses. If all failed, the reason is that
 * of the first.
 */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  const text = cause instanceof Error && cause.message !== '' ? cause.message.trim() : String(cause);
  const { code, hostname, address, port } = cause as NodeJS.ErrnoException & Place;
  if (code === 'ENOTFOUND' && hostname !== undefined) return `no host has the name ${hostname}`;
  if (code === 'ECONNREFUSED' && port !== undefined) return `nothing listens on port ${port} of ${address}`;
  const [, status] = /^Proxy response \((\d+)\)|\((407)\)$/.exec(text)?.filter(Boolean) ?? [];
  return status === undefined ? text : `the proxy answered with the status ${status}`;
}

/**
 * Error codes of a lost response, after which a repeated request may succeed. The code of a refused
 * connection is not in the list.
 */
export const lostCodes: readonly string[] = [
  ...['ECONNRESET', 'EPIPE', 'ENETDOWN', 'ENETUNREACH', 'EHOSTDOWN', 'EHOSTUNREACH', 'ETIMEDOUT'],
  ...['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT'],
];

/** True when a response was lost on its way. */
export const isLost = (cause: unknown): boolean =>
  lostCodes.includes(String((cause as NodeJS.ErrnoException).code));
