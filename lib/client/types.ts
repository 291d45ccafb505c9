/** The facts of the contract about operations, beyond their types. A path is such as `run/{}/data`. */
export type Facts = {
  /** First segments of paths that do not begin with `/api`. */
  readonly outside: readonly string[];
  /** Paths whose POST takes the header `Idempotency-Key`. */
  readonly keyed: readonly string[];
  /**
   * The parameter of the next page by path. It is `cursor=` where it is absent. A parameter with `=` at its
   * end is sent empty for the first page.
   */
  readonly paged: Readonly<Record<string, string>>;
};

export type Options = {
  /** An API key. */
  readonly apiKey?: string | undefined;
  /** `<service>` of the header `X-<service>-API-Key`. @default 'downpour' */
  readonly service?: string | undefined;
  /** Headers of every request, such as `authorization`. A function is called for each request. */
  readonly headers?: Headers | (() => Headers) | undefined;
  /** Sends requests. @default the `fetch` of the browser or of Node */
  readonly fetch?: Fetch | undefined;
  /** Judges an error of `fetch`: false when a repeat cannot help. @default every repeat may help */
  readonly mayPass?: ((error: unknown) => boolean) | undefined;
  /** Waits before a repeat. @default a timer, which the signal ends */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
};

/** Names are in lower case. */
type Headers = Readonly<Record<string, string>>;

/** The part of `fetch` that the client needs. */
export type Fetch = (url: string, init: FetchInit) => Promise<Reply>;

export type FetchInit = {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: Text | FormData | URLSearchParams | undefined;
  readonly signal?: AbortSignal;
  readonly redirect: 'manual';
  /** A browser adds no cookie and no password of its own. */
  readonly credentials: 'omit';
};

type Text = string | Uint8Array<ArrayBuffer>;

/** An answer as it came: the status, the headers and the exact bytes. Every `Response` is a reply. */
export type Reply = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** `opaqueredirect` when a browser hides a redirect. */
  readonly type?: string;
  text(): Promise<string>;
  arrayBuffer(): Promise<ArrayBuffer>;
};

/** Calls an operation, and returns the value of its answer. Throws an ApiError. */
export type Verb<Request extends RequestParts, Value> = {
  (call: CallOf<Request> & { readonly as: 'reply' }): Promise<Reply>;
  (call: CallOf<Request> & { readonly as: 'text' }): Promise<string>;
  (...call: Arguments<CallOf<Request>>): Promise<Value>;
};

/** Calls an operation whose answer can be stored. `as: 'url'` returns a URL of the answer for 15 minutes. */
export type Storable<Request extends RequestParts, Value> = Verb<Request, Value> &
  ((call: CallOf<Request> & { readonly as: 'url' }) => Promise<string>);

/** Reads a list page by page, as far as the caller goes. Throws an ApiError. */
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
  /** Judges what the call would return. False: another program has answered, and the call throws FOREIGN. */
  readonly isOurs?: (value: unknown) => boolean;
};

/** A type that every type with optional members only accepts. */
type Nothing = Record<never, never>;

type Loose<Query> = { readonly [Name in keyof Query]: Given<Query[Name]> };

/** A text may also be given as a number or as a boolean, and a list as its only item. */
type Given<Value> = string extends Value
  ? Value | number | boolean
  : NonNullable<Value> extends readonly (infer Item)[]
    ? Value | readonly Item[] | Item
    : Value;

/** Bytes are sent as they are: as JSON, unless a header has another content type. */
type Bodies<Body> = Body extends undefined ? undefined : Body | Uint8Array;

type Arguments<Call> = Nothing extends Call ? [call?: Call] : [call: Call];
