import type { Fetch } from '../../../lib/client/index.ts';
import { noteServerClock } from '../../../lib/client/server-clock.ts';
import { type Answer, type Call, type Connections, sendRequest } from '../../../lib/http-client/call.ts';

const replyTimeoutMs = 60_000;

type Send = (url: string, call: Call) => Promise<Answer>;

/**
 * Returns a function that sends requests over the given connections. Absent: over the connections of this
 * process, whose module is loaded at the first request.
 */
export const sendOver =
  (given: Connections | undefined): Send =>
  async (url, call) =>
    sendRequest(given ?? (await import('../../../lib/http-client/agent.ts')).ownAgent(), url, call);

/** Sends a request to a server that runs in this process. */
export const sendHere: Send = async (url, call) =>
  (await import('../../../lib/http-client/own-server.ts')).sendToOwnServer(url, call);

/** Returns a `fetch` that sends requests through lib/http-client, on any port. */
export const fetchBy =
  (send: Send): Fetch =>
  async (url, { method, headers, body, signal }) => {
    const bytes = typeof body === 'string' || body instanceof Uint8Array ? body : undefined;
    const request = { method, headers, body: bytes, signal, silenceMs: replyTimeoutMs } as const;
    const answer = await send(url, request);
    const answered = { get: (name: string) => [answer.headers[name] ?? null].flat().join(', ') || null };
    noteServerClock({ headers: answered });
    return {
      status: answer.status,
      headers: answered,
      text: async () => answer.body.toString(),
      arrayBuffer: async () => new Uint8Array(answer.body).buffer,
    };
  };
