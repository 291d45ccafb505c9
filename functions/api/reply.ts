import { limits } from '../../lib/results/limits.ts';
import type { Reply } from './onion.ts';

export const json = (body: unknown, statusCode = 200): Reply => jsonText(JSON.stringify(body), statusCode);

export const jsonText = (body: string, statusCode = 200): Reply => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body,
});

export const text = (body: string, statusCode = 200): Reply => ({
  statusCode,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

export const noContent: Reply = { statusCode: 204 };

/** Replaces a reply that the platform would drop with one that says so; undefined when the reply fits. */
export function fit(reply: Reply | null | undefined, requestId: string): Reply | undefined {
  if (!isTooLarge(reply)) return undefined;
  const message = `the reply is larger than the platform's limit of ${limits.replyBytesMax} bytes; ask for a smaller part of it`;
  return json({ code: 'RESULT_TOO_LARGE', message, requestId }, 413);
}

/** A reply travels inside JSON, where a character of its body takes one byte at least and six at most. */
export function isTooLarge(reply: Reply | null | undefined): boolean {
  const length = reply?.body?.length ?? 0;
  if (length < limits.replyBytesMax / 8) return false;
  return length > limits.replyBytesMax || Buffer.byteLength(JSON.stringify(reply)) > limits.replyBytesMax;
}
