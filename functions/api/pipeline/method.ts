import { allowedMethods, type OperationName, ownMethod } from '../../../lib/api.generated.ts';
import { json } from './replies/reply.ts';
import type { Event, Reply } from './types.ts';

/**
 * The answer to a request with another method than that of the operation. Undefined when the operation itself
 * must answer. One operation of each path receives all other methods of the path (lib/functions.ts). It
 * answers `HEAD` like `GET`, and the front end removes the body. It answers `OPTIONS` with the methods of the
 * path, and any other method with 405.
 */
export function otherMethod(name: OperationName, event: Event, requestId: string): Reply | undefined {
  const method = event.requestContext?.http?.method ?? ownMethod[name];
  if (method === ownMethod[name] || (method === 'HEAD' && ownMethod[name] === 'GET')) return undefined;
  const allow = allowedMethods[name];
  if (method === 'OPTIONS') return { statusCode: 204, headers: { allow } };
  const message = `${event.rawPath} accepts ${allow}, not ${method}`;
  const refusal = json({ code: 'METHOD_NOT_ALLOWED', message, requestId }, 405);
  return { ...refusal, headers: { ...refusal.headers, allow } };
}
