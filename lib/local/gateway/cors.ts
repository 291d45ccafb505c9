import type { IncomingMessage } from 'node:http';
import { type Cors, preflightHeaders } from '../../cors.ts';
import type { Answer } from './answer.ts';

/**
 * The answer to a preflight request of a browser. API Gateway answers it without any route too:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html Undefined for other
 * requests.
 */
export function preflight({ method, headers }: IncomingMessage, cors: Cors | undefined): Answer | undefined {
  const answer = preflightHeaders({ method, headers }, cors);
  return answer && { status: 204, headers: { ...answer }, body: Buffer.alloc(0) };
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
