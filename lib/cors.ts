import { DownpourError } from './errors.ts';

/**
 * What pages of other origins may do with the API, as browsers ask
 * (https://fetch.spec.whatwg.org/#http-cors-protocol). The front end answers it: an HTTP API on AWS, the
 * gateway on one machine; functions hear nothing of it. Cookies and other credentials that a browser adds by
 * itself are never allowed: a page has to know an API key.
 */
export type Cors = {
  readonly origins: readonly string[];
  readonly methods: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE')[];
  readonly requestHeaders: readonly string[];
  readonly replyHeaders: readonly string[];
  readonly maxAgeS: number;
};

/** One part of the setting; the whole is these with commas between. */
export const originForm = /^(\*|none|https?:\/\/[A-Za-z0-9.-]+(:\d{1,5})?)$/;
export const originsExpected =
  'origins such as https://reports.example.com with commas between, or * or none';

/**
 * What a list of origins means; undefined: pages of other origins may do nothing. `*` lets every page read,
 * as the original does; origins that are named may write too.
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
      'content-type',
      'idempotency-key',
      'if-none-match',
      `x-${service.toLowerCase()}-api-key`,
    ],
    replyHeaders: ['allow', 'apigw-requestid', 'etag', 'x-downpour-dialect'],
    maxAgeS: 3600,
  };
}
