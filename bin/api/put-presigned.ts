import { DownpourError } from '../../lib/errors.ts';
import { type Connections, reasonOf, sendRequest } from '../../lib/http-client/call.ts';

/** The body of a PUT request, and its options. */
export type Put = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The milliseconds without progress after which the request is sent again. */
  readonly silenceMs: number;
};

/**
 * Returns a function that sends bytes to a presigned URL of a store. It repeats the request when a repeat may
 * help.
 * @throws DownpourError `UPLOAD_FAILED` (503) when the store does not answer.
 */
export const putter =
  (given: Connections | undefined) =>
  async (url: string, put: Put): Promise<{ readonly status: number }> => {
    const { ownAgent, repeating } = await import('../../lib/http-client/agent.ts');
    try {
      return await sendRequest(repeating(given ?? ownAgent()), url, { method: 'PUT', ...put });
    } catch (cause) {
      const why = `no answer from ${new URL(url).origin}: ${reasonOf(cause)}; check the network, and run the command again`;
      throw new DownpourError('UPLOAD_FAILED', 503, why, { cause });
    }
  };

/** The next action after status 413, which only a proxy in front of the API and its store gives. */
export const raiseBodyLimit =
  'a proxy in front of the API takes only smaller bodies; ask its operator to raise that limit (`client_max_body_size` in nginx)';

/** The reason why a store did not take bytes. */
export function whyRejected(status: number): string {
  if (status === 507) return 'its disk is full';
  return `it answered with status ${status}${status === 413 ? `; ${raiseBodyLimit}` : ''}`;
}
