import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects all garbage of this thread, which takes 10 to 20 ms. Loading, compiling and connecting leave much
 * garbage. Otherwise V8 would collect it in the first seconds of the load and delay users by up to 20 ms.
 */
export function collectGarbage(): void {
  collect ??= collector();
  collect();
}

let collect: (() => void) | undefined;

/**
 * Returns the function `gc`. Node offers it only to programs that were started with a flag, and to contexts
 * that are created while the flag is set. The flag applies to all threads and remains set, because another
 * thread may be creating its context.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
