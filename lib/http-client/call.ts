import type { Dispatcher } from 'undici';

/** Has the connections that a call goes through; a mock of undici in tests. */
export type Connections = Dispatcher;

/** The head of an answer, with its body to come. */
export type Head = Dispatcher.ResponseData;

export type Call = {
  readonly method: Dispatcher.HttpMethod;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Ends the call, unless the last byte of the answer is there. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the head of the answer, and again between two pieces of its body. */
  readonly silenceMs: number;
};

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/**
 * Calls a server, on any port: `fetch` refuses some eighty.
 *
 * @returns the head of the answer; its body is to be read or thrown away.
 * @throws Error when there is no answer.
 */
export function call(
  agent: Connections,
  url: string | URL,
  { method, headers, body, signal, silenceMs }: Call,
): Promise<Head> {
  const { origin, pathname, search, username, password } = new URL(url);
  const user = username === '' && password === '' ? {} : { authorization: basic(username, password) };
  return agent.request({
    ...{ origin, path: pathname + search, method, body: body ?? null },
    headers: { 'user-agent': 'downpour', ...user, ...headers },
    ...(signal && { signal }),
    ...{ headersTimeout: silenceMs, bodyTimeout: silenceMs },
  });
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${decodeURIComponent(user)}:${decodeURIComponent(password)}`).toString('base64')}`;

/** Calls a server and reads all of its answer. @throws Error when there is none, or no end of it. */
export async function sendRequest(agent: Connections, url: string | URL, asked: Call): Promise<Answer> {
  const { statusCode, headers, body } = await call(agent, url, asked);
  return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
}

/** Why there was no answer. Where each address of a name failed, the first failure speaks for all. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return reasonOf(cause.errors[0]);
  return cause instanceof Error && cause.message !== '' ? cause.message.trim() : String(cause);
}
