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

/** Seconds for which a browser keeps the answer to a preflight. */
export const corsMaxAgeS = 3600;

/** A part of the setting. The whole setting is a list of these parts, separated by commas. */
export const originForm = /^(\*|none|https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?)$/;
export const originsExpected =
  'origins such as https://reports.example.com with commas between, or * or none';

/**
 * The CORS rules of a list of origins; undefined: pages of other origins may do nothing. `*` lets every page
 * read, as the original does. Origins in the list may also write.
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
      // Tokens of an issuer or for a password.
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
