import { getPriority, setPriority } from 'node:os';

/**
 * The priority below the rest of the process. With one unit less, a thread gets a tenth less of a busy
 * processor.
 */
const yieldingNice = 5;
const niceMax = 19;

type Priorities = { readonly get: () => number; readonly set: (nice: number) => void };

/**
 * Gives the rest of the process priority, whatever its own nice value is. A thread may always raise its nice
 * value; only an administrator may lower it.
 *
 * @param priorities of this thread. Linux counts threads as processes.
 */
export function yieldProcessor(
  priorities: Priorities = { get: () => getPriority(), set: (nice) => setPriority(nice) },
): void {
  priorities.set(Math.min(priorities.get() + yieldingNice, niceMax));
}
