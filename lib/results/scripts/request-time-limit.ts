import { DownpourError } from '../../errors.ts';
import type { Evaluate } from './evaluation.ts';
import { scriptLimits } from './limits.ts';

/**
 * Limits the processor time of one request whose functions run one after another. Each function also has its
 * own limit.
 * @param of the owner of the functions, for messages.
 * @param now milliseconds of processor time, so that work of other requests does not count.
 * @throws DownpourError `FUNCTIONS_TOO_SLOW` (400) from the first call after the limit.
 */
export function withinTime(evaluate: Evaluate, of: string, now: () => number): Evaluate {
  const until = now() + scriptLimits.scriptsOfRequestMs;
  return async (script, argument) => {
    if (now() <= until) return evaluate(script, argument);
    const seconds = scriptLimits.scriptsOfRequestMs / 1000;
    const message = `The JavaScript functions of ${of} need more than ${seconds} s of processor time for this request; make the functions faster, or request fewer datasets`;
    throw new DownpourError('FUNCTIONS_TOO_SLOW', 400, message);
  };
}
