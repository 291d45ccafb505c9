import type { AddressRules } from '../../lib/driver/model/guards.ts';
import { send } from './send.ts';

/** Whoever is told answers within this, or is told again. */
const withinMs = 10_000;

/** Any body may follow: the connection is closed when the head is there. */
const unreadBytesMax = Number.MAX_SAFE_INTEGER;

/**
 * Sends a JSON body to a host outside.
 *
 * @returns the status; the body of the answer is not read.
 * @throws Error when the address is refused, or when there is no answer in time.
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
