import type { AddressRules } from '../../lib/driver/model/guards.ts';
import { call, type Head, reasonOf } from '../../lib/http-client/call.ts';

/** What is sent. */
export type Sent = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body?: string;
  /** Of the answer. */
  readonly bytesMax: number;
  /** For all of it, up to the last byte of the answer. */
  readonly timeoutMs: number;
};

/**
 * Sends a request to a host outside, and has its answer read. A redirect is an answer like any other.
 *
 * @throws Error when the address is refused, when there is no answer in time, or when it breaks off.
 */
export async function send<T>(
  url: string,
  { method, headers, body, bytesMax, timeoutMs }: Sent,
  rules: AddressRules,
  read: (response: Head) => T | Promise<T>,
): Promise<T> {
  const { guardedAgent } = await import('../../lib/http-client/guarded-agent.ts');
  const { host } = new URL(url);
  const signal = AbortSignal.timeout(timeoutMs);
  const failed =
    (what: string) =>
    (cause: unknown): never => {
      if (isTooLong(cause)) throw new Error(`${host} answers with more than ${bytesMax} bytes`, { cause });
      const text = signal.aborted ? `${host} did not answer in time` : `${host} ${what}: ${reasonOf(cause)}`;
      throw new Error(text, { cause });
    };
  const type = body !== undefined && { 'content-type': 'application/json' };
  const agent = guardedAgent(rules, bytesMax);
  const asked = { method, headers: { ...type, ...headers }, body, signal, silenceMs: timeoutMs };
  try {
    const response = await call(agent, url, asked).catch(failed('cannot be reached'));
    // A body that is left unread ends with an error, which is not one.
    response.body.on('error', () => undefined);
    return await Promise.resolve(read(response)).catch(failed('broke its answer off'));
  } finally {
    // Nothing of a connection is left behind, whatever the answer.
    await agent.destroy();
  }
}

const isTooLong = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
