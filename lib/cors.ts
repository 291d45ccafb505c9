import { DownpourError } from './errors.ts';

/**
 * The requests that pages of other origins may send to the API, by CORS
 * (https://fetch.spec.whatwg.org/#http-cors-protocol). The front end answers CORS requests: an HTTP API on
 * AWS, the gateway on one machine. Functions never see them. Cookies and other credentials that a browser
 * adds by itself are never allowed: a page must have an API key.
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
  'origins such as https://reports.example.com with commas between, or * or none';

/**
 * Parses the setting of origins. `*` lets pages of every origin read, as the original server does. Listed
 * origins may also write. Undefined: pages of other origins may do nothing.
 * @throws DownpourError CORS_INVALID (400).
 */
export function corsOf(text: string, service: string): Cors | undefined {
  const origins = text.split(',').map((one) => one.trim());
  if (!origins.every((one) => originForm.test(one)) || (origins.length > 1 && /\*|none/.test(text)))
    throw new DownpourError('CORS_INVALID', 400, `'${text}' cannot be meant: expected ${originsExpected}`);
  if (text === 'none') return undefined;
  return {
    origins,
    methods: text === '*' ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    requestHeaders: [
      // The header for tokens of an issuer, and for tokens that were issued for a password.
      'authorization',
      'content-type',
      'idempotency-key',
      'if-none-match',
      `x-${service.toLowerCase()}-api-key`,
    ],
    replyHeaders: ['allow', 'apigw-requestid', 'etag', 'x-downpour-dialect'],
    maxAgeS: corsMaxAgeS,
  };
}
