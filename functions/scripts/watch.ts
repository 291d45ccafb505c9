import { types } from 'node:util';
import { createContext, Script } from 'node:vm';
import type { Watch } from '../../lib/results/scripts/scripts.ts';

/**
 * Ends work of this thread wherever it is, in a loop of WebAssembly too, which looks at no clock: V8 has another thread that
 * waits for so long and then interrupts. That costs 90 us.
 */
export const watch: Watch = (ms, work) => {
  place.work = work;
  try {
    return doWork.runInContext(place, { timeout: ms });
  } catch (error) {
    // An Error of that place, not of this one.
    const isEnded = types.isNativeError(error) && 'code' in error && error.code === timeout;
    if (isEnded) return undefined;
    throw error;
  }
};

const timeout = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
const doWork = new Script('work()');
/** One for all, which takes 500 us to make: what is watched does not wait, so no other comes in between. */
const place: { work?: () => unknown } = createContext({});
