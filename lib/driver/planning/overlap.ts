import { modelOf, startsUsers } from '../arrivals/registry.ts';
import type { Phase } from '../model/benchmark.ts';

/**
 * Finds the phases that may be at work at once. `startAfter` and `startAfterStrict` order some phases, and
 * two phases without an order may overlap. A phase whose predecessor has only finished (starts no new users)
 * also counts as ordered. The last users of the predecessor, who are leaving, do not count.
 *
 * A phase that starts with another phase comes after all phases before that other phase. If its delay is at
 * least the other phase's duration, it also comes after the other phase itself. `startTime` is not used,
 * because with conditions it is only the earliest instant.
 */
export function overlapOf(phases: readonly Phase[]): Overlap {
  const all = orderedPhases(phases);
  const beside = (one: OrderedPhase): readonly OrderedPhase[] =>
    all.filter((other) => other !== one && !one.before.has(other) && !other.before.has(one));
  return {
    heaviest: (weightOf) => heaviestAntichain(all, weightOf),
    widths: all.map(
      (one) =>
        1 +
        heaviestAntichain(
          beside(one).filter(({ phase }) => startsUsers(phase.arrivals)),
          () => 1,
        ),
    ),
  };
}

export type Overlap = {
  /** The largest sum of weights over phases that may all be at work at once, for example of their users. */
  heaviest(weightOf: (phase: Phase) => number): number;
  /**
   * For each phase, the most phases that have users at work at the same time, including the phase itself. If
   * every phase takes a resource divided by its own number, phases that overlap never exceed the resource. In
   * any set of n overlapping phases, each has a number of at least n.
   */
  readonly widths: readonly number[];
};

/** A phase with all phases that must finish before it starts, directly or indirectly. */
type OrderedPhase = { readonly phase: Phase; readonly before: ReadonlySet<OrderedPhase> };

/** The phases with their order. The graph has no cycles, because the parser of the document rejects them. */
function orderedPhases(phases: readonly Phase[]): readonly OrderedPhase[] {
  const phaseOf = new Map(phases.map((phase) => [phase.name, phase]));
  const known = new Map<Phase, OrderedPhase>();
  const visit = (phase: Phase): OrderedPhase => {
    const seen = known.get(phase);
    if (seen !== undefined) return seen;
    const before = new Set<OrderedPhase>();
    const ordered = { phase, before };
    known.set(phase, ordered);
    for (const name of [...phase.startAfter, ...phase.startAfterStrict]) {
      const direct = phaseOf.get(name);
      if (direct === undefined) continue;
      const near = visit(direct);
      before.add(near);
      for (const far of near.before) before.add(far);
    }
    for (const name of phase.startWith?.phases ?? []) {
      const beside = phaseOf.get(name);
      if (beside === undefined) continue;
      const near = visit(beside);
      if (startsBehind(phase, beside)) before.add(near);
      for (const far of near.before) before.add(far);
    }
    return ordered;
  };
  return phases.map(visit);
}

function startsBehind({ startWith }: Phase, { arrivals, durationMs }: Phase): boolean {
  const knownMs = modelOf(arrivals).knownDurationMs(durationMs);
  return knownMs !== undefined && (startWith?.delayMs ?? 0) >= knownMs && knownMs > 0;
}

/**
 * The largest sum of weights over phases that may all overlap: no two of them are ordered. By Dilworth's
 * theorem with weights, this is the sum of all weights less the largest flow from phases to their successors.
 * Each phase sends and receives at most its weight in that flow.
 */
function heaviestAntichain(members: readonly OrderedPhase[], weightOf: (phase: Phase) => number): number {
  const nodes = new Map<OrderedPhase, Node>();
  for (const member of members) {
    const weight = weightOf(member.phase);
    // Leaves out phases without weight, because they change no sum. The order of the other phases remains
    // complete, because it contains indirect predecessors.
    if (weight > 0)
      nodes.set(member, { supply: weight, demand: weight, after: [], flow: new Map(), givers: new Set() });
  }
  for (const [member, node] of nodes) for (const near of member.before) nodes.get(near)?.after.push(node);
  const all = [...nodes.values()];
  return all.reduce((sum, { supply }) => sum + supply, 0) - largestFlow(all);
}

type Node = {
  /**
   * The weight that the phase can still send in the flow. `demand` is the weight that it can still receive.
   */
  supply: number;
  demand: number;
  /** The phases to which this phase may send weight: all phases after it. */
  readonly after: Node[];
  /** The weight that this phase sends to each other phase. */
  readonly flow: Map<Node, number>;
  /** The phases that have sent a part of their weight to this phase. */
  readonly givers: Set<Node>;
};

/**
 * Sends the weight of each phase to its successors without a search, so that few augmenting paths remain to
 * search. Returns the weight that was sent.
 */
function giveDirectly(nodes: readonly Node[]): number {
  let total = 0;
  for (const from of nodes)
    for (const to of from.after) {
      const amount = Math.min(from.supply, to.demand);
      if (amount <= nothing) continue;
      from.flow.set(to, amount);
      to.givers.add(from);
      from.supply -= amount;
      to.demand -= amount;
      total += amount;
    }
  return total;
}

/**
 * The largest flow, found by shortest augmenting paths (Edmonds and Karp). There are at most some hundred
 * phases, so neither time nor rounding errors matter.
 */
function largestFlow(nodes: readonly Node[]): number {
  let total = giveDirectly(nodes);
  for (;;) {
    const path = augmentingPath(nodes);
    const [first, last] = [path[0], path.at(-1)];
    if (first === undefined || last === undefined) return total;
    const returned = path.flatMap(({ from, back }) => (back === undefined ? [] : [given(from, back)]));
    const amount = Math.min(first.from.supply, last.to.demand, ...returned);
    for (const { from, to, back } of path) {
      from.flow.set(to, given(from, to) + amount);
      to.givers.add(from);
      if (back !== undefined) from.flow.set(back, given(from, back) - amount);
    }
    first.from.supply -= amount;
    last.to.demand -= amount;
    total += amount;
  }
}

const given = (from: Node, to: Node): number => from.flow.get(to) ?? 0;

/**
 * A step of a path in the flow network: `from` sends more weight to `to`. With `back`, it sends less to
 * `back` by the same weight.
 */
type Hop = { readonly from: Node; readonly to: Node; readonly back?: Node };

const nothing = 1e-9;

/** A path on which more weight can flow. Empty when no such path exists. */
function augmentingPath(nodes: readonly Node[]): readonly Hop[] {
  const reached = new Set<Node>();
  const givers: { readonly from: Node; readonly path: readonly Hop[]; readonly back?: Node }[] =
    nodes.flatMap((from) => (from.supply > nothing ? [{ from, path: [] }] : []));
  const seen = new Set(givers.map(({ from }) => from));
  for (const { from, path, back } of givers) {
    for (const to of from.after) {
      if (reached.has(to)) continue;
      reached.add(to);
      const longer = [...path, back === undefined ? { from, to } : { from, to, back }];
      if (to.demand > nothing) return longer;
      for (const giver of to.givers) {
        if (seen.has(giver) || given(giver, to) <= nothing) continue;
        seen.add(giver);
        givers.push({ from: giver, path: longer, back: to });
      }
    }
  }
  return [];
}
