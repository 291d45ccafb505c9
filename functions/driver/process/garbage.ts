import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects all garbage of this thread, which takes 10 to 20 ms. Loading, compiling and connecting leave much
 * garbage. V8 would otherwise collect it in the first seconds of the load and delay users by up to 20 ms.
 */
export function collectGarbage(): void {
  collect ??= collector();
  collect();
}

let collect: (() => void) | undefined;

/**
 * Node offers `gc` only to programs that were started with a flag. A context that is created while the flag
 * is set has it too. The flag applies to all threads of the process and stays set: a thread that cleared it
 * could do so while another thread creates its context.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
