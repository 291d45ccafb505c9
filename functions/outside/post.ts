import type { AddressRules } from '../../lib/driver/model/guards.ts';
import { send } from './send.ts';

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
 * @returns the status. The body of the response is not read.
 * @throws Error when the address is rejected, or when no response comes in time.
 */
export function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  rules: AddressRules,
  timeoutMs = withinMs,
): Promise<number> {
  const sent = { method: 'POST', headers, body, timeoutMs, bytesMax: unreadBytesMax } as const;
  return send(url, sent, rules, ({ statusCode }) => statusCode);
}
