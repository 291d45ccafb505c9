import type { AddressRules } from '../../lib/driver/model/guards.ts';
import type { OutsideReply, OutsideRequest } from '../../lib/repository/records/actions/outside.ts';
import { send } from './send.ts';

/** Within this an answer is there, whole: whoever waits for it is answered within 29 seconds. */
const withinMs = 20_000;

/**
 * Asks a host outside, and reads its answer.
 * @throws Error when the address is refused, or the answer is not there in time or is longer than it may be.
 */
export function ask(
  url: string,
  { headers, body, bytesMax }: OutsideRequest,
  rules: AddressRules,
  timeoutMs = withinMs,
): Promise<OutsideReply> {
  const method = body === undefined ? 'GET' : 'POST';
  const sent = { method, headers, bytesMax, timeoutMs, ...(body !== undefined && { body }) } as const;
  return send(url, sent, rules, async (response) => ({
    status: response.statusCode,
    body: Buffer.from(await response.body.arrayBuffer()),
  }));
}
