import type { Phase } from '../model/benchmark.ts';

/**
 * The iterations of a phase or fork, by their indexes in the plan: `first`, `first + step`, ..., `last`. They
 * run one after the other, so only one of them waits for its start at a time.
 */
export type Chain = { readonly first: number; readonly step: number; readonly last: number };

/**
 * The chains of iterations in a plan. A phase that covers others (its forks or iterations) is in no chain. It
 * has no drives and ends with the phases that it covers.
 */
export function chainsOf(phases: readonly Phase[]): readonly Chain[] {
  const waiting = [...phases.entries()].filter(([, { covers }]) => covers === undefined);
  const taken = Map.groupBy(waiting, ([, phase]) => resourceOf(phase));
  return [...taken.values()].map((iterations) => {
    const indexes = iterations.map(([index]) => index);
    const [first = 0, second = first + 1] = indexes;
    return { first, step: second - first, last: indexes.at(-1) ?? first };
  });
}

/** A text that is the same for all iterations of a phase or fork, and different for others. */
const resourceOf = ({ phase, fork }: Phase): string => JSON.stringify([phase, fork]);
