import { answers } from '../data/server-version.ts';
import { codeFailed, noAnswer, screenLost } from '../words/frame.ts';

/**
 * Why a browser could not load a module. A browser reports a file that it did not get as a `TypeError`, and
 * does not state the reason. Every other error is of the code itself.
 */
export async function codeFailure(error: unknown): Promise<string> {
  if (error instanceof Error && !(error instanceof TypeError)) {
    reportError(error);
    return codeFailed(error.message);
  }
  return (await answers()) ? screenLost() : noAnswer();
}
