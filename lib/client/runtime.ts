/** What the contract states about operations, beyond their types. A path is such as `run/{}/data`. */
export type Facts = {
  /** First segments of paths that do not begin with `/api`. */
  readonly outside: readonly string[];
  /** Paths whose POST takes the header `Idempotency-Key`. */
  readonly keyed: readonly string[];
  /** The parameter of the next page by path. One that ends with `=` is sent empty for the first page. */
  readonly paged: Readonly<Record<string, string>>;
};

export type Options = {
  /** An API key. */
  readonly apiKey?: string | undefined;
  /** `<service>` of the header `X-<service>-API-Key`. @default 'downpour' */
  readonly service?: string | undefined;
  /** A user with a password, which the API takes instead of a key. */
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** A token of the deployment's issuer, or a token that the API gave for a password. */
  readonly token?: string | undefined;
  /** Sends requests. @default the `fetch` of the browser or of Node */
  readonly fetch?: Fetch | undefined;
  /** Judges an error of `fetch`: false when a repeat cannot help. @default every repeat may help */
  readonly mayRepeat?: ((error: unknown) => boolean) | undefined;
  /** Waits before a repeat. @default a timer that the signal ends */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
};

/** The part of `fetch` that the client needs. */
export type Fetch = (url: string, init: FetchInit) => Promise<Reply>;

export type FetchInit = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array<ArrayBuffer> | FormData;
  readonly signal?: AbortSignal;
  readonly redirect: 'manual';
};

/** An answer as it came: the status, the headers and the exact bytes. Every `Response` is a reply. */
export type Reply = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
};

type Value = string | number | boolean | null | undefined;

/** A parameter that is a text may also be given as a number or as a boolean. */
type Loose<Query> = {
  readonly [Name in keyof Query]: string extends Query[Name] ? Query[Name] | number | boolean : Query[Name];
};

type Sending = {
  /** Further headers, with names in lower case, such as `if-none-match`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts the request, and the pauses between its repeats. */
  readonly signal?: AbortSignal | undefined;
  /** `reply`: the method returns the Reply instead of its value, also for the status 304. */
  readonly as?: 'reply';
  /**
   * True when a repeat of the request is harmless.
   * @default true for GET, and for requests with an idempotency key
   */
  readonly isRepeatable?: boolean;
};

/** A type that every type of optional members accepts. */
type Nothing = Record<never, never>;

type Asked = { readonly query: object; readonly body?: unknown };

type CallOf<Request extends Asked> = Sending &
  (Nothing extends Request['query']
    ? { readonly query?: Loose<Request['query']> }
    : { readonly query: Loose<Request['query']> }) &
  (undefined extends Request['body']
    ? { readonly body?: Bytes<Request['body']> }
    : { readonly body: Bytes<Request['body']> });

/** Bytes are sent as they are: as JSON, unless a header has another content type. */
type Bytes<Body> = Body extends undefined ? undefined : Body | Uint8Array<ArrayBuffer>;

type Arguments<Call> = Nothing extends Call ? [call?: Call] : [call: Call];

/** Calls an operation, and returns the value of its answer. Throws an ApiError. */
export type Verb<Request extends Asked, Value> = {
  (call: CallOf<Request> & { readonly as: 'reply' }): Promise<Reply>;
  (...call: Arguments<Omit<CallOf<Request>, 'as'>>): Promise<Value>;
};

/** Reads a list page by page, as far as the caller goes. Throws an ApiError. */
export type Pages<Request extends Asked, Page> = (
  ...call: Arguments<Omit<CallOf<Request>, 'as'>>
) => AsyncGenerator<Page, void, void>;

/** Why an operation gave no value. */
export class ApiError extends Error {
  /** The status of the answer. 0: no answer came. */
  readonly status: number;
  /**
   * A stable word: that of the API, such as `RUN_NOT_FOUND`. `HTTP_<status>` when another program answered,
   * `FOREIGN` for a success in another form than JSON or text, `UNREACHABLE` when no answer came.
   */
  readonly code: string;
  /** Particulars for programs, such as a list of problems. */
  readonly details: unknown;
  /** Finds the request in the log of the API. */
  readonly requestId: string | undefined;
  /** The body: parsed JSON, or else the text. */
  readonly body: unknown;
  /** The headers of the answer. */
  readonly headers: Reply['headers'] | undefined;

  constructor(status: number, code: string, message: string, body?: unknown, more: ErrorMore = {}) {
    super(message, more);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    const { details, requestId } = Object(body) as {
      readonly details?: unknown;
      readonly requestId?: string;
    };
    this.details = details;
    this.requestId = requestId;
    this.body = body;
    this.headers = more.headers;
  }
}

type ErrorMore = { readonly cause?: unknown; readonly headers?: Reply['headers'] };

const keyHeader = 'idempotency-key';
const redirectsMax = 3;
/** Pauses before repeats, in milliseconds. The server may ask for another one, up to the longest. */
const pausesMs = [300, 1_000, 3_000];
const pauseMsMax = 10_000;

/** A path with the values of its parameters, and the same path without them, such as `run/{}/data`. */
type Path = { readonly to: string; readonly at: string };
type Call = Sending & {
  readonly query?: Readonly<Record<string, Value | readonly Value[]>>;
  readonly body?: unknown;
};

/** Follows a chain of segments, such as `api.run.by(12).get()`, to its operation. */
export function chain(url: string, facts: Facts, options: Options): unknown {
  const send = sender(url, facts, options);
  const at = (path: Path): unknown =>
    new Proxy(path, {
      get: (_, name) => {
        if (typeof name === 'symbol' || name === 'then') return undefined;
        if (name === 'by') return (value: string | number) => at(joined(path, segmentOf(value), '{}'));
        if (name === 'pages') return (call?: Call) => pages(send, facts, path, call);
        if (verbs.includes(name)) return (call?: Call) => send(name.toUpperCase(), path, call);
        return at(joined(path, name, name));
      },
    });
  return at({ to: '', at: '' });
}

const verbs = ['get', 'put', 'post', 'delete'];

const joined = (path: Path, to: string, at: string): Path => ({
  to: `${path.to}/${to}`,
  at: path.at ? `${path.at}/${at}` : at,
});

/** @throws RangeError for a value that no path can have: URLs resolve `.` and `..`. */
function segmentOf(value: string | number): string {
  if (/^\.{0,2}$/.test(String(value))) throw new RangeError(`'${value}' cannot be part of an address`);
  return encodeURIComponent(value);
}

type Send = ReturnType<typeof sender>;

function sender(url: string, facts: Facts, options: Options) {
  const { fetch = globalThis.fetch as Fetch, mayRepeat = () => true, wait = pause } = options;
  const base = url.replace(/\/$/, '');
  return async (method: string, path: Path, call: Call = {}): Promise<unknown> => {
    const isKeyed = method === 'POST' && facts.keyed.includes(path.at);
    const { signal, isRepeatable = isKeyed || method === 'GET' } = call;
    const isOutside = facts.outside.includes(path.at.split('/', 1)[0] as string);
    const target = base + (isOutside ? '' : '/api') + path.to + searchOf(call.query);
    const { body, type } = encoded(call.body);
    const headers = {
      ...type,
      ...credentials(options),
      ...(isKeyed && !call.headers?.[keyHeader] && { [keyHeader]: randomKey() }),
      ...call.headers,
    };
    const init = { method, headers, body, signal, redirect: 'manual' } as FetchInit;
    for (let attempt = 0; ; attempt++) {
      const pauseMs = isRepeatable ? pausesMs[attempt] : undefined;
      try {
        const reply = await following(fetch, target, init);
        const askedMs = pauseOf(reply, pauseMs, method === 'GET');
        if (askedMs === undefined) return await answerOf(reply, call, `${method} ${target}`);
        await reply.text();
        await wait(askedMs, signal);
      } catch (cause) {
        if (cause instanceof ApiError || signal?.aborted) throw cause;
        if (pauseMs === undefined || method === 'GET' || !mayRepeat(cause))
          throw new ApiError(0, 'UNREACHABLE', `No answer from ${target}: ${messageOf(cause)}`, undefined, {
            cause,
          });
        await wait(pauseMs, signal);
      }
    }
  };
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function searchOf(query: Call['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one) => (one === undefined || one === null ? [] : [[name, String(one)] as [string, string]])),
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function credentials({
  apiKey,
  service = 'downpour',
  user,
  password,
  token,
}: Options): Record<string, string> {
  if (apiKey !== undefined) return { [`x-${service.toLowerCase()}-api-key`]: apiKey };
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  if (user === undefined) return {};
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}

/** `crypto.randomUUID` is missing on pages without TLS. */
const randomKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** A text, bytes, a form or parameters are sent as they are, and everything else as JSON. */
function encoded(body: unknown): {
  readonly body?: FetchInit['body'];
  readonly type?: Record<string, string>;
} {
  const as = (type: string, text: unknown) => ({
    body: text as FetchInit['body'],
    type: { 'content-type': type },
  });
  // Node loads the classes of `fetch` when a program names them.
  const kind = Object.prototype.toString.call(body).slice(8, -1);
  if (kind === 'Undefined') return {};
  if (kind === 'String') return as('text/plain', body);
  if (kind === 'Uint8Array') return as('application/json', body);
  if (kind === 'URLSearchParams') return as('application/x-www-form-urlencoded', String(body));
  // The content type of a form names the boundary of its parts, so `fetch` writes it.
  if (kind === 'FormData') return { body: body as FormData };
  return as('application/json', JSON.stringify(body));
}

/** A large answer is at an address of its own (303), which must not get the credentials. */
async function following(fetch: Fetch, target: string, init: FetchInit): Promise<Reply> {
  let reply = await fetch(target, init);
  for (let hops = 0; reply.status === 303 && hops < redirectsMax; hops++) {
    const location = String(reply.headers.get('location'));
    const next = {
      method: 'GET',
      headers: {},
      redirect: 'manual',
      ...(init.signal && { signal: init.signal }),
    } as const;
    reply = await fetch(String(new URL(location, target)), next);
  }
  return reply;
}

/** The pause before a repeat in milliseconds; undefined when the answer is final. */
function pauseOf(
  { status, headers }: Reply,
  pauseMs: number | undefined,
  isRead: boolean,
): number | undefined {
  const mayPass = isRead ? [429, 503] : [429, 500, 502, 503, 504];
  if (pauseMs === undefined || !mayPass.includes(status)) return undefined;
  const asked = headers.get('retry-after');
  if (asked === null) return pauseMs;
  const askedMs = /^\d+$/.test(asked) ? Number(asked) * 1e3 : Date.parse(asked) - Date.now();
  return askedMs > pauseMsMax ? undefined : Math.max(0, askedMs) || 0;
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}

async function answerOf(reply: Reply, { as }: Call, what: string): Promise<unknown> {
  const { status, headers } = reply;
  const isOk = status >= 200 && status <= 299;
  if (as === 'reply' && (isOk || status === 304)) return reply;
  const type = headers.get('content-type') ?? '';
  const text = await reply.text();
  const body = /json/.test(type) ? parsed(text) : text;
  if (isOk && text === '' && !/^text/.test(type)) return undefined;
  if (isOk && (/^text\/(?!html)/.test(type) || body !== text)) return body;
  const { code, message } = Object(body) as { readonly code?: unknown; readonly message?: unknown };
  if (isOk)
    throw new ApiError(
      status,
      'FOREIGN',
      `${what} was answered with ${type || 'no type'} of another kind`,
      body,
      { headers },
    );
  const words = `${what} was answered with ${status}`;
  throw new ApiError(status, String(code ?? `HTTP_${status}`), String(message ?? words), body, { headers });
}

/** The value of a text in JSON, or the text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

async function* pages(send: Send, facts: Facts, path: Path, call: Call = {}): AsyncGenerator<unknown> {
  const [name = '', first] = (facts.paged[path.at] ?? '').split('=');
  let query: Call['query'] = { [name]: first, ...call.query };
  for (;;) {
    const reply = (await send('GET', path, { ...call, query, as: 'reply' })) as Reply;
    const page = await answerOf(reply, {}, path.to);
    yield page;
    const next = (page as { readonly next?: string }).next ?? linked(reply, name);
    if (next === undefined) return;
    query = { ...query, [name]: next };
  }
}

/** The cursor in the header `Link` (RFC 8288) of a list that is an array. */
function linked({ headers }: Reply, name: string): string | undefined {
  const [, address] = /<([^>]*)>; *rel="?next/.exec(headers.get('link') ?? '') ?? [];
  return address === undefined
    ? undefined
    : (new URL(address, 'http://a').searchParams.get(name) ?? undefined);
}
