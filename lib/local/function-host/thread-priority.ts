import { getPriority, setPriority } from 'node:os';

/**
 * The number of nice steps below the process. On a busy processor, each step costs a thread about a tenth of
 * its time.
 */
const yieldingNice = 5;
const niceMax = 19;

type Priorities = { readonly get: () => number; readonly set: (nice: number) => void };

/**
 * Lowers the priority of this thread below the rest of the process, at any nice value of the process. Any
 * thread may raise its nice value; only an administrator may lower it.
 *
 * @param priorities of this thread. Linux counts threads as processes.
 */
export function yieldProcessor(
  priorities: Priorities = { get: () => getPriority(), set: (nice) => setPriority(nice) },
): void {
  priorities.set(Math.min(priorities.get() + yieldingNice, niceMax));
}
