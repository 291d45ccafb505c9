import type { StopExecution } from '../../../lib/api.generated.ts';
import { DownpourError } from '../../../lib/errors.ts';
import { isWorthRepeating } from '../worth-repeating.ts';

/** The two requests that stop a burst. */
export type StopCalls = {
  /** Sends the stop to a function of the API. */
  readonly stop: (burst: string) => Promise<unknown>;
  /**
   * Sends the stop to a state machine, which stops the burst only if the token is the stop token of this
   * burst.
   */
  readonly stopByToken: (stop: { readonly burst: string; readonly token: string }) => Promise<StopExecution>;
};

/**
 * How a burst was stopped: by a function of the API, or with its stop token after the API failed with
 * `failure`.
 */
export type Stopped = { readonly by: 'api' } | { readonly by: 'token'; readonly failure: DownpourError };

/** True when the API rejects the API key of a request, or the request had no key. */
export const isKeyRefused = (error: unknown): error is DownpourError =>
  error instanceof DownpourError && (error.status === 401 || error.status === 403);

/**
 * Stops a burst through the API. When the functions of the API cannot run, or the API rejects the key, the
 * token of the burst stops it.
 * @throws DownpourError when the API rejects the stop, or when both ways fail.
 */
export const stopper =
  (calls: StopCalls, tokenOf: (burst: string) => string | undefined) =>
  async (burst: string): Promise<Stopped> => {
    try {
      await calls.stop(burst);
      return { by: 'api' };
    } catch (error) {
      const token = tokenOf(burst);
      const mayStop = isKeyRefused(error) || (error instanceof DownpourError && isWorthRepeating(error));
      if (token === undefined || !mayStop) throw error;
      const answer = await calls.stopByToken({ burst, token });
      if (answer.status !== 'SUCCEEDED') throw refused(burst, answer, error);
      return { by: 'token', failure: error };
    }
  };

function refused(burst: string, { error, cause }: StopExecution, first: unknown): DownpourError {
  const message = `burst ${burst} was not stopped: ${cause ?? error ?? 'the state machine reported no reason; look at its executions in AWS Step Functions'}`;
  return new DownpourError('STOP_REFUSED', 503, message, { cause: first });
}
