import { getPriority, setPriority } from 'node:os';

/** One unit less is a tenth less of a processor that others want. */
const yieldingNice = 5;

type Priorities = { readonly get: () => number; readonly set: (nice: number) => void };

/**
 * Lets others go first. Who was started with `nice` yields already, and only an administrator may take that back.
 *
 * @param priorities of this thread alone: Linux counts threads as processes here.
 */
export function yieldProcessor(
  priorities: Priorities = { get: () => getPriority(), set: (nice) => setPriority(nice) },
): void {
  if (priorities.get() < yieldingNice) priorities.set(yieldingNice);
}
