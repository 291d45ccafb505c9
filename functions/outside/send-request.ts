import type { AddressRules } from '../../lib/driver/model/guards.ts';
import { call, type Head, reasonOf } from '../../lib/http-client/call.ts';
import { grouped } from '../../lib/words.ts';

/** A request to another host. */
export type Sent = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON text of the body. */
  readonly body?: string;
  /** The limit of the response's body in bytes. */
  readonly bytesMax: number;
  /** The time limit in milliseconds up to the last byte of the response. */
  readonly timeoutMs: number;
};

/**
 * Sends a request to another host and lets the caller read the response. Redirects are not followed.
 *
 * @throws Error when the address is rejected, when no response comes in time, or when it is cut off.
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
      if (isTooLong(cause))
        throw new Error(`the answer of ${host} has more than ${grouped(bytesMax)} bytes`, { cause });
      const text = signal.aborted ? `${host} did not answer in time` : `${host} ${what}: ${reasonOf(cause)}`;
      throw new Error(text, { cause });
    };
  const type = body !== undefined && { 'content-type': 'application/json' };
  const agent = guardedAgent(rules, bytesMax);
  const request = { method, headers: { ...type, ...headers }, body, signal, silenceMs: timeoutMs };
  try {
    const response = await call(agent, url, request).catch(failed('cannot be reached'));
    // A body that is not read to its end causes an error, which is ignored.
    response.body.on('error', () => undefined);
    return await Promise.resolve(read(response)).catch(
      failed('closed the connection before the end of its answer'),
    );
  } finally {
    // Closes the connection after any response.
    await agent.destroy();
  }
}

const isTooLong = (error: unknown): boolean =>
  (error as { readonly code?: unknown }).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
