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
