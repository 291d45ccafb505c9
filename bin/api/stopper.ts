import { DownpourError } from '../../lib/errors.ts';
import { mayPass } from './may-pass.ts';

type Call = <T>(method: string, path: string, sending?: { readonly json?: unknown }) => Promise<T>;

/**
 * The way in which a burst was stopped: by a function of the API, or by its token after the API failed with
 * `failure`.
 */
export type Stopped = { readonly by: 'api' } | { readonly by: 'token'; readonly failure: DownpourError };

/**
 * Stops a burst through the API. When the functions of the API cannot run, the token of the burst stops it
 * without a function.
 * @throws DownpourError when both ways fail.
 */
export const stopper =
  (call: Call, tokenOf: (burst: string) => string | undefined) =>
  async (burst: string): Promise<Stopped> => {
    try {
      await call('PUT', `/api/burst/${encodeURIComponent(burst)}/stop`);
      return { by: 'api' };
    } catch (error) {
      const token = tokenOf(burst);
      if (token === undefined || !(error instanceof DownpourError) || !mayPass(error)) throw error;
      const answer = await call<Execution>('POST', '/api/burst/stop', { json: { burst, token } });
      if (answer.status !== 'SUCCEEDED') throw refused(burst, answer, error);
      return { by: 'token', failure: error };
    }
  };

/** The answer of a synchronous execution of a state machine. A failed execution has it too. */
type Execution = { readonly status?: string; readonly error?: string; readonly cause?: string };

function refused(burst: string, { error, cause }: Execution, first: unknown): DownpourError {
  const message = `burst ${burst} was not stopped: ${cause ?? error ?? 'no reason given'}`;
  return new DownpourError('STOP_REFUSED', 503, message, { cause: first });
}
