/**
 * Facts about the operations of the API that their types do not have. A path is, for example, `run/{}/data`.
 */
export type Facts = {
  /** The first segments of paths that do not begin with `/api`. */
  readonly outside: readonly string[];
  /** Paths whose POST takes the header `Idempotency-Key`. */
  readonly keyed: readonly string[];
  /**
   * The query parameter of the next page, by path. Absent: `cursor=`. A parameter with `=` at its end is sent
   * empty for the first page.
   */
  readonly paged: Readonly<Record<string, string>>;
};

export type Options = {
  /** An API key. */
  readonly apiKey?: string | undefined;
  /** The name `<service>` in the header `X-<service>-API-Key`. @default 'downpour' */
  readonly service?: string | undefined;
  /** Headers of every request, such as `authorization`. A function is called for each request. */
  readonly headers?: Headers | (() => Headers) | undefined;
  /** The function that sends requests. @default the `fetch` of the browser or of Node */
  readonly fetch?: Fetch | undefined;
  /** Judges an error of `fetch`: false when a repeat cannot help. @default every repeat may help */
  readonly isWorthRepeating?: ((error: unknown) => boolean) | undefined;
  /** Waits before a repeat. @default a timer, which the signal ends */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
};

/** HTTP headers by their names in lower case. */
type Headers = Readonly<Record<string, string>>;

/** The part of `fetch` that the client needs. */
export type Fetch = (url: string, init: FetchInit) => Promise<Reply>;

export type FetchInit = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: Text | FormData | URLSearchParams | undefined;
  readonly signal?: AbortSignal;
  readonly redirect: 'manual';
  /** The browser adds no cookie and no password to the request. */
  readonly credentials: 'omit';
};

type Text = string | Uint8Array<ArrayBuffer>;

/** An answer of the API: the status, the headers and the exact bytes. Every `Response` is a reply. */
export type Reply = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** The value is `opaqueredirect` when a browser hides a redirect. */
  readonly type?: string;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
};

/**
 * Calls an operation, and returns the value of its answer.
 * @throws ApiError
 */
export type Verb<Request extends RequestParts, Value> = {
  (call: CallOf<Request> & { readonly as: 'reply' }): Promise<Reply>;
  (call: CallOf<Request> & { readonly as: 'text' }): Promise<string>;
  (...call: Arguments<CallOf<Request>>): Promise<Value>;
};

/** Calls an operation whose answer can be stored. `as: 'url'` returns a URL of the answer for 15 minutes. */
export type Storable<Request extends RequestParts, Value> = Verb<Request, Value> &
  ((call: CallOf<Request> & { readonly as: 'url' }) => Promise<string>);

/**
 * Reads a list page by page, until the caller stops.
 * @throws ApiError
 */
export type Pages<Request extends RequestParts, Page> = (
  ...call: Arguments<CallOf<Request>>
) => AsyncGenerator<Page, void, void>;

/** The parts of a request without the path. */
type RequestParts = { readonly query: object; readonly body?: unknown };

type CallOf<Request extends RequestParts> = Sending &
  (Nothing extends Request['query']
    ? { readonly query?: Loose<Request['query']> }
    : { readonly query: Loose<Request['query']> }) &
  (undefined extends Request['body']
    ? { readonly body?: Bodies<Request['body']> }
    : { readonly body: Bodies<Request['body']> });

export type Sending = {
  /** Further headers, such as `if-none-match`. */
  readonly headers?: Headers;
  /** Aborts the request, and the pauses before its repeats. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Whether to repeat the request when its answer was lost or has the status 429, 500, 502, 503 or 504.
   * @default true with an idempotency key; a GET is repeated for the statuses 429 and 503
   */
  readonly isRepeatable?: boolean;
  /** Judges the value of the answer. False: another program has answered, and the call throws FOREIGN. */
  readonly isOurs?: (value: unknown) => boolean;
};

/** An object without members. Every type that has only optional members accepts it. */
type Nothing = Record<never, never>;

type Loose<Query> = { readonly [Name in keyof Query]: Given<Query[Name]> };

/**
 * The types that a parameter accepts. Instead of a text a number or a boolean is accepted, and instead of a
 * list of one item the item.
 */
type Given<Value> = string extends Value
  ? Value | number | boolean
  : NonNullable<Value> extends readonly (infer Item)[]
    ? Value | readonly Item[] | Item
    : Value;

/**
 * The accepted types of a body. Bytes are sent unchanged. Their type is JSON, unless a header has another
 * content type.
 */
type Bodies<Body> = Body extends undefined ? undefined : Body | Uint8Array;

type Arguments<Call> = Nothing extends Call ? [call?: Call] : [call: Call];
