import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { Cors } from '../../cors.ts';
import type { Answer } from './answer.ts';

/**
 * The answer to a preflight request of a browser. API Gateway answers it without any route too:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html Undefined for other
 * requests.
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
 * True when a page of another origin must not send this request. Pages of origins that are not allowed may
 * change nothing. Browsers send a form without a preflight, and wrong passwords in it would count against the
 * browser's user.
 */
export function isForeignChange(
  { method = 'GET', headers: { origin, host } }: IncomingMessage,
  cors: Cors | undefined,
): boolean {
  if (origin === undefined || ['GET', 'HEAD', 'OPTIONS'].includes(method)) return false;
  const isOwn = URL.canParse(origin) && new URL(origin).host === host;
  return !isOwn && cors?.origins.includes(origin) !== true;
}

/** The CORS headers of an answer to a page of another origin. */
export function corsHeaders({ headers }: IncomingMessage, cors: Cors | undefined): OutgoingHttpHeaders {
  if (cors === undefined || headers.origin === undefined) return {};
  if (allowedOrigin(headers.origin, cors) === undefined) return originHeaders(headers.origin, cors);
  return {
    ...originHeaders(headers.origin, cors),
    'access-control-expose-headers': cors.replyHeaders.join(','),
  };
}

/** The headers for one origin. `vary` prevents that a cache returns the answer to another origin. */
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
