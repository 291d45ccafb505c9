import { DownpourError } from '../../errors.ts';
import type { Evaluate } from './evaluate.ts';
import { scriptLimits } from './limits.ts';

/**
 * The functions of one request, which asks for one after another: each has its own time, and together they
 * have a bound.
 *
 * @param of what they belong to, for people.
 * @param now milliseconds.
 * @throws DownpourError `FUNCTIONS_TOO_SLOW` (400), from the call behind the bound.
 */
export function withinTime(evaluate: Evaluate, of: string, now: () => number): Evaluate {
  const until = now() + scriptLimits.scriptsOfRequestMs;
  return async (script, argument) => {
    if (now() <= until) return evaluate(script, argument);
    const seconds = scriptLimits.scriptsOfRequestMs / 1000;
    const message = `The functions of ${of} take longer than ${seconds} s in all: make them faster, or ask for fewer datasets`;
    throw new DownpourError('FUNCTIONS_TOO_SLOW', 400, message);
  };
}
