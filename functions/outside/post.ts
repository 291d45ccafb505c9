import type { AddressRules } from '../../lib/driver/model/guards.ts';
import type { Posted } from '../../lib/repository/records/actions/outside.ts';
import { send } from './send-request.ts';

/**
 * The time limit of a response in milliseconds. A later response counts as a failure, and the event is sent
 * again.
 */
const withinMs = 10_000;

/** The response's body may have any size, because the connection is closed after the headers. */
const unreadBytesMax = Number.MAX_SAFE_INTEGER;

/**
 * Sends a JSON body to another host.
 *
 * @returns the head of the response. The body is not read.
 * @throws Error when the address is rejected, or when no response comes in time.
 */
export function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  rules: AddressRules,
  timeoutMs = withinMs,
): Promise<Posted> {
  const sent = { method: 'POST', headers, body, timeoutMs, bytesMax: unreadBytesMax } as const;
  return send(url, sent, rules, ({ statusCode: status, headers }) => {
    const afterS = secondsOf(headers['retry-after']);
    return { status, ...(afterS !== undefined && { retryAfterS: afterS }) };
  });
}

/** The seconds of a header `Retry-After`, which has seconds or a date (RFC 9110 section 10.2.3). */
function secondsOf(header: string | string[] | undefined): number | undefined {
  const text = String(header);
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds > 0 ? seconds : undefined;
}
