import type { Fetch } from '../../../lib/client/index.ts';
import { type Connections, sendRequest } from '../../../lib/http-client/call.ts';

const replyTimeoutMs = 60_000;

/**
 * Returns a `fetch` that sends requests through lib/http-client, on any port.
 *
 * @param given has the connections. Absent: those of this process, which are loaded late.
 */
export const fetchOver =
  (given: Connections | undefined): Fetch =>
  async (url, { method, headers, body, signal }) => {
    const agent = given ?? (await import('../../../lib/http-client/agent.ts')).ownAgent();
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : undefined;
    const request = { method, headers, body: bytes, signal, silenceMs: replyTimeoutMs } as const;
    const answer = await sendRequest(agent, url, request);
    return {
      status: answer.status,
      headers: { get: (name) => [answer.headers[name] ?? null].flat().join(', ') || null },
      text: async () => answer.body.toString(),
      arrayBuffer: async () => new Uint8Array(answer.body).buffer,
    };
  };
