import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Cors } from '../../cors.ts';
import type { Answer } from './answer.ts';

/**
 * The answer to a preflight request of a browser, as API Gateway gives it without any route; undefined for
 * other requests. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
 */
export function preflight({ method, headers }: IncomingMessage, cors: Cors | undefined): Answer | undefined {
  const requestedMethod = headers['access-control-request-method'];
  if (
    cors === undefined ||
    method !== 'OPTIONS' ||
    headers.origin === undefined ||
    requestedMethod === undefined
  )
    return undefined;
  const allowed = allowedOrigin(headers.origin, cors);
  return {
    status: 204,
    headers: {
      ...originHeaders(headers.origin, cors),
      ...(allowed !== undefined && {
        'access-control-allow-methods': cors.methods.join(','),
        'access-control-allow-headers': cors.requestHeaders.join(','),
        'access-control-max-age': String(cors.maxAgeS),
      }),
    },
    body: Buffer.alloc(0),
  };
}

/**
 * True when a page of another origin may not send this request: such a page may change nothing, unless its
 * origin is allowed. Browsers send a form without a preflight, and its wrong passwords would count against
 * the user of the browser.
 */
export function isForeignChange(
  { method = 'GET', headers: { origin, host } }: IncomingMessage,
  cors: Cors | undefined,
): boolean {
  if (origin === undefined || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return false;
  const isOwn = URL.canParse(origin) && new URL(origin).host === host;
  return !isOwn && cors?.origins.includes(origin) !== true;
}

/** The headers of an answer to a page of another origin. */
export function corsHeaders({ headers }: IncomingMessage, cors: Cors | undefined): OutgoingHttpHeaders {
  if (cors === undefined || headers.origin === undefined) return {};
  if (allowedOrigin(headers.origin, cors) === undefined) return originHeaders(headers.origin, cors);
  return {
    ...originHeaders(headers.origin, cors),
    'access-control-expose-headers': cors.replyHeaders.join(','),
  };
}

/** A cache must not return the answer for one origin to another. */
function originHeaders(origin: string, cors: Cors): OutgoingHttpHeaders {
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
