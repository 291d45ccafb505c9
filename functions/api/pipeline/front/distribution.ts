import { createHash, timingSafeEqual } from 'node:crypto';
import { frontHeader } from '../../../../lib/names/front.ts';
import { json } from '../replies/reply.ts';
import type { Event, Reply } from '../types.ts';

/**
 * Checks that a request came through the distribution (CloudFront), which adds a secret header. Returns the
 * event with the address of the caller. Undefined for a request without one of the secrets. Hashes are
 * compared, because their length is always the same.
 */
export function passedThrough(event: Event, secrets: readonly string[]): Event | undefined {
  const shown = hash(headerOf(event.headers, frontHeader) ?? '');
  const isFromFront = secrets.map((secret) => timingSafeEqual(shown, hash(secret))).includes(true);
  return isFromFront ? fromViewer(event) : undefined;
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

export function refusal({ requestContext }: Event): Reply {
  const message =
    'this address is only for the firewall of this deployment: use the address that its deployment printed (ApiUrl)';
  const requestId = requestContext?.requestId ?? 'unknown';
  return json({ code: 'NOT_THROUGH_FIREWALL', message, requestId }, 403);
}

/**
 * Finds the address of the caller in a request through the distribution. The distribution adds the caller's
 * address to the end of `x-forwarded-for`. API Gateway may add the address of the distribution after it.
 * Callers can only write addresses before these two.
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
