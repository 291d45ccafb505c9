import { types } from 'node:util';
import { createContext, Script } from 'node:vm';
import type { Watch } from '../../lib/results/scripts/scripts.ts';

/**
 * Interrupts work of this thread after a time limit, even in a loop of WebAssembly that never reads a clock.
 * Another thread of V8 waits for the limit and then interrupts the work. That costs 90 us.
 */
export const watch: Watch = (ms, work) => {
  place.work = work;
  try {
    return doWork.runInContext(place, { timeout: ms });
  } catch (error) {
    // The error comes from another V8 context, so `instanceof Error` is false for it.
    const isEnded = types.isNativeError(error) && 'code' in error && error.code === timeout;
    if (isEnded) return undefined;
    throw error;
  }
};

const timeout = 'ERR_SCRIPT_EXECUTION_TIMEOUT';
const doWork = new Script('work()');
/**
 * One context is shared, because it takes 500 us to create one. The work is synchronous, so calls never
 * overlap.
 */
const place: { work?: () => unknown } = createContext({});
