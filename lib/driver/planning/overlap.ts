import type { Phase } from '../model/benchmark.ts';

/**
 * Which phases may be at work at once. `startAfter` and `startAfterStrict` order phases partially; two phases that
 * neither orders may overlap. A phase whose predecessor has only finished counts as ordered: what overlaps there are
 * the predecessor's last users, who leave. `startTime` is not used: with conditions it is only the earliest instant.
 */
export function overlapOf(phases: readonly Phase[]): Overlap {
  const before = predecessors(phases);
  const ordered = (a: number, b: number): boolean => before[a].has(b) || before[b].has(a);
  const all = phases.map((_, index) => index);
  return {
    heaviest: (weightOf) => heaviestAntichain(all, before, weightOf),
    widthAt: (phase) => {
      const beside = all.filter(
        (other) => other !== phase && !ordered(other, phase) && isAtWork(phases[other]),
      );
      return 1 + heaviestAntichain(beside, before, () => 1);
    },
  };
}

export type Overlap = {
  /** The largest sum of weights over phases that may all be at work at once. */
  heaviest(weightOf: (phase: number) => number): number;
  /**
   * Most phases with users at work while this one is, itself included. A resource of which every phase takes one
   * part in `widthAt(phase)` is never overdrawn: in any set of n overlapping phases each has a width of at least n.
   */
  widthAt(phase: number): number;
};

const isAtWork = (phase: Phase): boolean => phase.arrivals.kind !== 'noop';

/** For every phase all that come before it, near and far. The graph has no cycles: the document's parser saw to it. */
function predecessors(phases: readonly Phase[]): readonly ReadonlySet<number>[] {
  const indexOf = new Map(phases.map((phase, index) => [phase.name, index]));
  const known = new Map<number, Set<number>>();
  const visit = (index: number): Set<number> => {
    const seen = known.get(index);
    if (seen) return seen;
    const before = new Set<number>();
    known.set(index, before);
    for (const name of [...phases[index].startAfter, ...phases[index].startAfterStrict]) {
      const direct = indexOf.get(name);
      if (direct === undefined) continue;
      before.add(direct);
      for (const far of visit(direct)) before.add(far);
    }
    return before;
  };
  return phases.map((_, index) => visit(index));
}

/**
 * Dilworth's theorem with weights: the heaviest set of pairwise unordered elements weighs the sum of all weights less
 * the largest flow from elements to their successors, where an element gives and takes at most its weight.
 */
function heaviestAntichain(
  members: readonly number[],
  before: readonly ReadonlySet<number>[],
  weightOf: (phase: number) => number,
): number {
  const weights = members.map(weightOf);
  const after = members.map((a) => members.flatMap((b, index) => (before[b].has(a) ? [index] : [])));
  return weights.reduce((sum, weight) => sum + weight, 0) - largestFlow(weights, after);
}

/** Shortest augmenting paths (Edmonds and Karp): at most 100 phases, so neither time nor rounding matter. */
function largestFlow(weights: readonly number[], after: readonly (readonly number[])[]): number {
  const supply = [...weights];
  const demand = [...weights];
  const flow = weights.map(() => new Map<number, number>());
  let total = 0;
  for (;;) {
    const path = augmentingPath(supply, demand, flow, after);
    if (!path) return total;
    const amount = Math.min(
      supply[path[0].from],
      demand[path.at(-1)!.to],
      ...path.slice(1).map(({ from, back }) => flow[from].get(back!)!),
    );
    for (const { from, to, back } of path) {
      flow[from].set(to, (flow[from].get(to) ?? 0) + amount);
      if (back !== undefined) flow[from].set(back, flow[from].get(back)! - amount);
    }
    supply[path[0].from] -= amount;
    demand[path.at(-1)!.to] -= amount;
    total += amount;
  }
}

/** One hop: `from` gives to `to`, and where it gave to `back` before, it gives that much less. */
type Hop = { readonly from: number; readonly to: number; readonly back?: number };

const nothing = 1e-9;

function augmentingPath(
  supply: readonly number[],
  demand: readonly number[],
  flow: readonly ReadonlyMap<number, number>[],
  after: readonly (readonly number[])[],
): readonly Hop[] | undefined {
  const reached = new Map<number, readonly Hop[]>();
  const givers: { readonly from: number; readonly path: readonly Hop[]; readonly back?: number }[] =
    supply.flatMap((left, from) => (left > nothing ? [{ from, path: [] }] : []));
  const given = new Set(givers.map(({ from }) => from));
  for (const { from, path, back } of givers) {
    for (const to of after[from]) {
      if (reached.has(to)) continue;
      const longer = [...path, back === undefined ? { from, to } : { from, to, back }];
      reached.set(to, longer);
      if (demand[to] > nothing) return longer;
      for (const [giver, gives] of flow.entries()) {
        if (given.has(giver) || (gives.get(to) ?? 0) <= nothing) continue;
        given.add(giver);
        givers.push({ from: giver, path: longer, back: to });
      }
    }
  }
  return undefined;
}
