import { billOf, totalOf } from '../cost/bill.ts';
import { roundsOf, type Usage, usageOf } from '../cost/usage.ts';
import type { GraphPhase } from '../model/plan.ts';
import { planning } from '../planning/limits.ts';
import { groupsFor } from '../planning/sharding/merge-groups.ts';
import type { ConductorState } from './state.ts';

/** The cost of a burst in US dollars, for people who watch it: the cost until `now`, and the planned cost. */
export function costSoFar(
  conductor: ConductorState,
  phases: readonly { readonly totals: { readonly requests: number } }[],
  estimate: number | undefined,
  now: number,
  charged: boolean,
) {
  const requests = phases.reduce((sum, { totals }) => sum + totals.requests, 0);
  const dollars = totalOf(billOf(accruedUsage(conductor, requests, now)));
  return { charged, dollars, ...(estimate === undefined ? {} : { estimate }) };
}

/**
 * The resources that a burst has used so far, computed from the stored state of its conductor. A drive that
 * has not reported its end counts until now. Each segment that has begun adds the time to wake early and to
 * let its last users leave (`planning.segmentOverheadMs`).
 *
 * @param requests sent so far. The sizes of their bodies are known only at the end.
 * @param now epoch milliseconds.
 */
export function accruedUsage({ graph, phases }: ConductorState, requests: number, now: number): Usage {
  const { fargate } = graph.find(({ noop }) => !noop) ?? {};
  let driveMs = 0;
  let drives = 0;
  let groups = 0;
  let rounds = 0;
  const begunAt = Math.min(now, ...phases.map(({ readyAt, t0 }) => readyAt ?? t0 ?? now));
  for (const [index, { t0, endedAt = now }] of phases.entries()) {
    const node = graph[index];
    if (node === undefined || node.noop) continue;
    rounds += roundsOf(Math.min(t0 ?? endedAt, now) - begunAt);
    if (t0 === undefined || t0 > now) continue;
    const begun = segmentsBegun(node, endedAt - t0);
    drives += begun * node.shards;
    if (endedAt < now) groups += groupsFor(begun * node.shards);
    driveMs += node.shards * (endedAt - t0 + begun * planning.segmentOverheadMs);
  }
  return usageOf({ phases: phases.length, drives, groups, driveMs, rounds, requests, bytesSent: 0, fargate });
}

const segmentsBegun = ({ segments, segmentMs }: GraphPhase, elapsedMs: number): number =>
  Math.min(segments, 1 + Math.floor(Math.max(0, elapsedMs) / Math.max(1, segmentMs)));
