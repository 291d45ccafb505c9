import { ApiError } from './api-error.ts';
import { pause } from './pause.ts';
import type { Facts, Fetch, FetchInit, Options, Reply, Sending } from './runtime-types.ts';

const redirectsMax = 3;
/** The pauses before repeats in milliseconds. A server may request other pauses. */
const pausesMs = [300, 1_000, 3_000];
const pauseMsMax = 10_000;
const overload = [429, 503];
const failures = [...overload, 500, 502, 504];
const manual = { redirect: 'manual', credentials: 'omit' } as const;

/** A path with the values of its parameters, and the same path without them, such as `run/{}/data`. */
type Path = { readonly to: string; readonly at: string };

type Call = Sending & {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly as?: 'reply' | 'text' | 'url' | 'page';
};

type Send = (method: string, path: Path, call?: Call) => Promise<unknown>;

/** Follows a chain of segments, such as `api.run.by(12).get()`, to its operation. */
export function chain(url: string, facts: Facts, options: Options): unknown {
  const send = sender(url.replace(/\/$/, ''), facts, options);
  const node = (path: Path): unknown =>
    new Proxy(path, {
      get: (_, name) => {
        // JavaScript reads the member `then` of an object that is awaited. It must be absent, or `await`
        // would wait forever.
        if (typeof name === 'symbol' || name === 'then') return undefined;
        if (name === 'by')
          return (value: string | number) => node(below(path, encodeURIComponent(value), '{}'));
        if (name === 'pages')
          return (call: Call) => pages(send, path, facts.paged[path.at] ?? 'cursor=', call);
        if (/^(get|put|post|delete)$/.test(name)) return (call: Call) => send(name.toUpperCase(), path, call);
        return node(below(path, name, name));
      },
    });
  return node({ to: '', at: '' });
}

const below = ({ to, at }: Path, segment: string, name: string): Path => ({
  to: `${to}/${segment}`,
  at: at ? `${at}/${name}` : name,
});

function sender(base: string, facts: Facts, options: Options): Send {
  const { fetch = globalThis.fetch as Fetch, isWorthRepeating = () => true, wait = pause } = options;
  return async (method, path, call = {}) => {
    const { target, init, what, isSafe, passing } = requestOf(base, facts, options, method, path, call);
    // A URL resolves dots in its path, so a request with dots would call another operation.
    if (/\/\.{0,2}(\/|$)/.test(path.to))
      throw new ApiError(
        'PATH_INVALID',
        what,
        "is not a path of the API, because a part of it is empty, '.' or '..'",
      );
    for (let attempt = 0; ; attempt++) {
      let pauseMs = pausesMs[attempt];
      try {
        const reply = await following(fetch, target, init);
        const askedMs = passing.includes(reply.status) ? pauseOf(reply, pauseMs) : undefined;
        if (askedMs === undefined) return await answerOf(reply, what, call);
        pauseMs = askedMs;
        await reply.text();
      } catch (cause) {
        if (cause instanceof ApiError || call.signal?.aborted) throw cause;
        if (pauseMs === undefined || !isSafe || !isWorthRepeating(cause))
          throw new ApiError('UNREACHABLE', what, `has no answer: ${reasonOf(cause)}`, { cause });
      }
      await wait(pauseMs, call.signal);
    }
  };
}

function requestOf(
  base: string,
  facts: Facts,
  options: Options,
  method: string,
  { to, at }: Path,
  call: Call,
) {
  const { query, body, headers, signal, as, isRepeatable } = call;
  const { apiKey, service = 'downpour', headers: further = {} } = options;
  const isKeyed = method === 'POST' && facts.keyed.includes(at);
  const isSafe = isRepeatable ?? isKeyed;
  const path = facts.outside.some((one) => at.startsWith(one)) ? to : `/api${to}`;
  const isJson = body === null || /^\[object (Object|Array)/.test(Object.prototype.toString.call(body));
  const all = {
    ...((isJson || body instanceof Uint8Array) && { 'content-type': 'application/json' }),
    ...(apiKey && { [`x-${service.toLowerCase()}-api-key`]: apiKey }),
    ...(typeof further === 'function' ? further() : further),
    ...(isKeyed && { 'idempotency-key': randomKey() }),
    ...headers,
  };
  return {
    target: base + path + searchOf({ ...query, ...(as === 'url' && { redirect: false }) }),
    init: {
      method,
      headers: all,
      body: isJson ? JSON.stringify(body) : body,
      signal,
      ...manual,
    } as FetchInit,
    what: `${method} ${path}`,
    isSafe,
    passing: isSafe ? failures : method === 'GET' && isRepeatable !== false ? overload : [],
  };
}

/** The innermost reason: `fetch` of Node names the failure of a connection only in the cause of its error. */
function reasonOf(cause: unknown): string {
  const inner = cause instanceof AggregateError ? cause.errors[0] : Object(cause).cause;
  if (inner instanceof Error) return reasonOf(inner);
  return cause instanceof Error ? cause.message : String(cause);
}

/** A random idempotency key. `crypto.randomUUID` is missing on pages without TLS. */
const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) given.append(name, String(one));
  return given.size > 0 ? `?${given}` : '';
}

/** Follows a redirect (303) to a large answer. The other address must not get the credentials. */
async function following(fetch: Fetch, target: string, { signal, ...init }: FetchInit): Promise<Reply> {
  const read = (url: string) => fetch(url, { method: 'GET', headers: {}, signal, ...manual });
  let reply = await fetch(target, { ...init, signal });
  for (let hops = 0; reply.status === 303 && hops < redirectsMax; hops++)
    reply = await read(String(new URL(reply.headers.get('location') ?? '', target)));
  if (reply.type !== 'opaqueredirect') return reply;
  // A browser hides the target of a redirect, so the client asks the API for the URL instead.
  const mark = target.includes('?') ? '&' : '?';
  reply = await fetch(`${target}${mark}redirect=false`, { ...init, signal });
  return reply.status === 201 ? read(JSON.parse(await reply.text()).url) : reply;
}

/** The pause before a repeat in milliseconds. Undefined when the answer is final. */
function pauseOf({ headers }: Reply, pauseMs: number | undefined): number | undefined {
  const asked = headers.get('retry-after');
  if (pauseMs === undefined || !asked) return pauseMs;
  const askedMs = Number(asked) * 1e3 || Date.parse(asked) - Date.now();
  return askedMs > pauseMsMax ? undefined : Math.max(0, askedMs);
}

async function answerOf(reply: Reply, what: string, { as, isOurs }: Call): Promise<unknown> {
  const { status, headers } = reply;
  const isOk = status >= 200 && status < 300;
  const type = headers.get('content-type') ?? '';
  const judged = (value: unknown, isKnown = true): unknown => {
    if (isKnown && (isOurs?.(value) ?? true)) return value;
    const body = value === reply ? undefined : value;
    throw new ApiError(
      'FOREIGN',
      what,
      `was answered with ${type || 'no content type'}, and the answer does not have the form that a Downpour server sends`,
      {
        reply,
        body,
      },
    );
  };
  if (as === 'reply' && (isOk || status === 304)) return judged(reply);
  const text = await reply.text();
  const body = !type || type.includes('json') ? parsed(text) : text;
  if (!isOk)
    throw new ApiError(`HTTP_${status}`, what, `was answered with status ${status}`, { reply, body });
  if (as === 'text') return judged(text);
  const isText = /^text\/(?!html)/.test(type);
  if (text === '') return judged(isText && status === 200 ? '' : undefined);
  judged(body, isText || body !== text);
  if (as === 'page') return { reply, body };
  return as === 'url' ? (body as { readonly url: string }).url : body;
}

/** Parses a text as JSON. A text that is not JSON is returned unchanged. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

async function* pages(send: Send, path: Path, parameter: string, call: Call = {}): AsyncGenerator<unknown> {
  const [name = '', first] = parameter.split('=');
  let query: Call['query'] = { [name]: first, ...call.query };
  for (;;) {
    const page = await send('GET', path, { ...call, query, as: 'page' });
    const { reply, body } = page as { readonly reply: Reply; readonly body: { readonly next?: string } };
    yield body;
    const next = body.next ?? linked(reply, name);
    if (!next) return;
    query = { ...query, [name]: next };
  }
}

/** The cursor of the next page in the header `Link` (RFC 8288), for lists that have no member for it. */
function linked({ headers }: Reply, name: string): string | null {
  const [, address] = /<([^>]*)>; *rel="?next/.exec(headers.get('link') ?? '') ?? [];
  return address ? new URL(address, 'http://a').searchParams.get(name) : null;
}
