import type { RunStore } from '../../lib/store/runs.ts';
import type { Reply } from './onion.ts';
import { isTooLarge, text } from './reply.ts';

/** Seconds for which the URL of a large reply works. */
const expiresInS = 900;

/**
 * A reply that the platform would drop goes into an object, and the caller is sent there (303, RFC 9110 section
 * 15.4.4). The URL is its own permission: whoever follows it sends no API key.
 */
export async function elsewhere(reply: Reply, runs: RunStore, requestId: string): Promise<Reply> {
  if (!isTooLarge(reply)) return reply;
  const location = await runs.putAnswer(requestId, reply.body ?? '', expiresInS);
  const moved = text(`the reply is at ${location}\n`, 303);
  return { ...moved, headers: { ...reply.headers, ...moved.headers, location } };
}
