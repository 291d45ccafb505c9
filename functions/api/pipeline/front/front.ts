import { createHash, timingSafeEqual } from 'node:crypto';
import { environment } from '../../../../lib/names/environment.ts';
import { frontHeader } from '../../../../lib/names/front.ts';
import { json } from '../reply.ts';
import type { Event, Handler, Reply } from '../types.ts';
import { isRestEvent } from './rest-event.ts';
import { answerRest } from './rest-reply.ts';

/**
 * Wraps every handler of the API, so that a handler knows only the events of an HTTP API. A private API is a
 * REST API, whose events are converted. Behind a distribution, it refuses requests without the secret of the
 * distribution, and finds the address of the caller.
 */
export const behindFront =
  (handler: Handler): Handler =>
  async (event, context) => {
    if (isRestEvent(event)) return answerRest(handler, event, context);
    const secrets = process.env[environment.frontSecrets];
    if (secrets === undefined) return handler(event, context);
    if (!isFromFront(event, secrets.split(','))) return refusal(event.requestContext?.requestId);
    return handler(fromViewer(event), context);
  };

/** Whether a request has one of the secrets. Hashes are compared, because their length is always the same. */
function isFromFront({ headers }: Event, secrets: readonly string[]): boolean {
  const shown = hash(headerOf(headers, frontHeader) ?? '');
  return secrets.map((secret) => timingSafeEqual(shown, hash(secret))).includes(true);
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

function refusal(requestId = 'unknown'): Reply {
  const message =
    'this address is only for the firewall of this deployment: use the address that its deployment printed (ApiUrl)';
  return json({ code: 'NOT_THROUGH_FIREWALL', message, requestId }, 403);
}

/**
 * The event with the address of the caller. The front end reports the address of the distribution. The
 * distribution adds that of the caller to the end of `x-forwarded-for`, and API Gateway may add that of the
 * distribution after it. Callers can only write addresses before these.
 */
function fromViewer(event: Event): Event {
  const { requestContext: context, headers } = event;
  const passed = (headerOf(headers, 'x-forwarded-for') ?? '').split(',').map((each) => each.trim());
  if (passed.at(-1) === context.http.sourceIp) passed.pop();
  const sourceIp = passed.at(-1) || context.http.sourceIp;
  return { ...event, requestContext: { ...context, http: { ...context.http, sourceIp } } };
}

const headerOf = (headers: Event['headers'], name: string): string | undefined =>
  headers[name] ?? Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
