import type { AddressRules } from '../../lib/driver/model/guards.ts';
import type { OutsideReply, OutsideRequest } from '../../lib/repository/records/actions/outside.ts';
import { send } from './send-request.ts';

/**
 * The time limit of a complete response in milliseconds. Downpour must answer its own client within 29
 * seconds.
 */
const withinMs = 20_000;

/**
 * Sends a request to another host and reads its response.
 * @throws Error when the address is rejected, or when the response is late or too long.
 */
export function requestFrom(
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
