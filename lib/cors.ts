import { DownpourError } from './errors.ts';

/**
 * The requests that pages of other origins may send to the API, by CORS
 * (https://fetch.spec.whatwg.org/#http-cors-protocol). The front end answers CORS requests: an HTTP API on
 * AWS, the gateway on one machine. Functions see them only behind a REST API, which answers none. Cookies
 * and other credentials that a browser adds by itself are never allowed: a page must have an API key.
 */
export type Cors = {
  readonly origins: readonly string[];
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE')[];
  readonly requestHeaders: readonly string[];
  readonly replyHeaders: readonly string[];
  readonly maxAgeS: number;
};

/** The number of seconds for which a browser keeps the answer to a preflight request. */
export const corsMaxAgeS = 3600;

/** Matches one part of the setting of origins. The setting is a list of these parts, separated by commas. */
export const originForm = /^(\*|none|https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?)$/;
export const originsExpected =
  'origins such as https://reports.example.com with commas between them, or *, or none';

/**
 * Parses the setting of origins. `*` lets pages of every origin read, as the original server does. Listed
 * origins may also write. Undefined: pages of other origins may do nothing.
 * @throws DownpourError CORS_INVALID (400).
 */
export function corsOf(text: string, service: string): Cors | undefined {
  const origins = text.split(',').map((one) => originOf(one.trim()));
  const isSingle = origins.length === 1;
  const valid = origins
    .filter((one) => one !== undefined)
    .filter((one) => isSingle || !/^(\*|none)$/.test(one));
  if (valid.length < origins.length)
    throw new DownpourError(
      'CORS_INVALID',
      400,
      `the allowed origins '${text}' are not valid: write ${originsExpected}`,
    );
  const [first] = valid;
  if (first === 'none') return undefined;
  return {
    origins: valid,
    methods: first === '*' ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    requestHeaders: [
      // The header for tokens of an issuer, and for tokens that were issued for a password.
      'authorization',
      'content-type',
      'idempotency-key',
      'if-none-match',
      `x-${service.toLowerCase()}-api-key`,
    ],
    // `link` is the next page of a list, and `retry-after` the seconds to wait after 503.
    replyHeaders: ['allow', 'apigw-requestid', 'etag', 'link', 'retry-after', 'x-downpour-dialect'],
    maxAgeS: corsMaxAgeS,
  };
}

/** An origin as browsers send it: in small letters, and without the usual port. Undefined: not an origin. */
function originOf(text: string): string | undefined {
  if (!originForm.test(text)) return undefined;
  return text.includes(':') ? URL.parse(text)?.origin : text;
}

/** The parts of a request that decide about CORS. */
export type CorsRequest = {
  readonly method?: string | undefined;
  readonly headers: {
    readonly origin?: string | undefined;
    readonly 'access-control-request-method'?: string | undefined;
  };
};

type Headers = Readonly<Record<string, string>>;

/** The headers of the answer (204) to a preflight request of a browser. Undefined for other requests. */
export function preflightHeaders(
  { method, headers }: CorsRequest,
  cors: Cors | undefined,
): Headers | undefined {
  const { origin, 'access-control-request-method': requestedMethod } = headers;
  if (cors === undefined || method !== 'OPTIONS' || origin === undefined || requestedMethod === undefined)
    return undefined;
  return {
    ...originHeaders(origin, cors),
    ...(allowedOrigin(origin, cors) !== undefined && {
      'access-control-allow-methods': cors.methods.join(','),
      'access-control-allow-headers': cors.requestHeaders.join(','),
      'access-control-max-age': String(cors.maxAgeS),
    }),
  };
}

/** The CORS headers of an answer to a page of another origin. */
export function corsHeaders({ headers: { origin } }: CorsRequest, cors: Cors | undefined): Headers {
  if (cors === undefined || origin === undefined) return {};
  if (allowedOrigin(origin, cors) === undefined) return originHeaders(origin, cors);
  return {
    ...originHeaders(origin, cors),
    'access-control-expose-headers': cors.replyHeaders.join(','),
  };
}

/** The headers for one origin. `vary` prevents that a cache returns the answer to another origin. */
function originHeaders(origin: string, cors: Cors): Headers {
  const allowed = allowedOrigin(origin, cors);
  return {
    ...(allowed !== undefined && { 'access-control-allow-origin': allowed }),
    ...(allowed !== '*' && { vary: 'Origin' }),
  };
}

function allowedOrigin(origin: string, { origins }: Cors): string | undefined {
  if (origins.includes('*')) return '*';
  return origins.includes(origin) ? origin : undefined;
}
