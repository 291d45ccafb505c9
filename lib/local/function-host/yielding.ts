import { getPriority, setPriority } from 'node:os';

/** Below the rest of the process. One unit less is a tenth less of a processor that others want. */
const yieldingNice = 5;
const niceMax = 19;

type Priorities = { readonly get: () => number; readonly set: (nice: number) => void };

/**
 * Lets the rest of the process go first, whatever its own nice value is. A thread may always raise its nice
 * value; only an administrator may lower it.
 *
 * @param priorities of this thread alone: Linux counts threads as processes here.
 */
export function yieldProcessor(
  priorities: Priorities = { get: () => getPriority(), set: (nice) => setPriority(nice) },
): void {
  priorities.set(Math.min(priorities.get() + yieldingNice, niceMax));
}
