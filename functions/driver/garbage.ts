import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects all garbage of this thread, which takes 10 to 20 ms. Loading, compiling and connecting leave so much that V8
 * would tidy up in the first seconds of the load: a pause of up to 20 ms for users who are due then.
 */
export function collectGarbage(): void {
  collect ??= collector();
  collect();
}

let collect: (() => void) | undefined;

/**
 * Node shows it to programs that were started with a flag. A context that is made while the flag is set has it too. The flag holds
 * for all threads of the process and stays set: a thread that cleared it could do so while another one makes its context.
 */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
