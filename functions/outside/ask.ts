import type { AddressRules } from '../../lib/driver/model/guards.ts';
import type { OutsideReply, OutsideRequest } from '../../lib/repository/actions/outside.ts';
import { outsideError, send } from './send.ts';

/** Within this an answer is there, whole: whoever waits for it is answered within 29 seconds. */
const withinMs = 20_000;

/**
 * Asks a host outside, and reads its answer.
 * @throws Error when the address is refused, or the answer is not there in time or is longer than it may be.
 */
export async function ask(
  url: string,
  asked: OutsideRequest,
  rules: AddressRules,
  timeoutMs = withinMs,
): Promise<OutsideReply> {
  const { headers, body, bytesMax } = asked;
  const method = body === undefined ? 'GET' : 'POST';
  const signal = AbortSignal.timeout(timeoutMs);
  const sent = { method, headers, signal, ...(body !== undefined && { body }) } as const;
  const response = await send(url, sent, rules);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw outsideError(url, 'broke its answer off', cause, signal);
  }
  if (bytes > bytesMax) throw new Error(`${new URL(url).host} answers with more than ${bytesMax} bytes`);
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks) };
}
