import { type RegionClass, regionClass } from '../../../quotas.ts';
import type { GraphPhase, Plan } from '../../model/plan.ts';
import { graphOf } from '../graph.ts';
import { shardsAtHome } from '../sharding/regions.ts';
import { leadFor, type Pace, paceOf, turnsOf, warmFor } from './lead-time.ts';
import { pacing } from './limits.ts';

/**
 * Adds to the graph of a plan how early its drives are called (the pace). Phases that can be at work at once
 * may wake together, so the phase with most such drives decides. If Lambda has too few environments for all
 * these drives at once, they wake one after the other. Each region has its own quotas, and the slowest region
 * of a burst counts.
 *
 * @param region the region of the deployment.
 * @param leadMs the lead of the deployment, which replaces the lead that follows from the drives.
 */
export function paced(
  plan: Plan,
  region: RegionClass,
  leadMs: number | undefined,
): Pace & { readonly graph: readonly GraphPhase[] } {
  const graph = graphOf(plan);
  const areTasks = plan.fargate !== undefined;
  const beside = graph.map((_, index) => plan.concurrency[index] ?? 1);
  const calls = graph.map((node, index) => callsOf(node, region, beside[index] ?? 1));
  const paces = calls
    .flat()
    .map(({ afarMs, ...call }) => later(paceOf({ ...call, areTasks }, leadMs), afarMs, leadMs));
  const pace = paces.reduce(slower, paceOf({ drives: 0, region, areTasks }, leadMs));
  return {
    ...pace,
    graph: graph.map((node, index) => {
      if (node.noop) return node;
      const warm = areTasks ? 0 : warmFor(graph, index);
      const own = (calls[index] ?? []).map(
        ({ afarMs, ...call }) => leadFor({ ...call, warm, areTasks }) + afarMs,
      );
      const lead = Math.max(0, ...own);
      const [atHome] = calls[index] ?? [];
      const turns = atHome && turnsOf({ ...atHome, warm, areTasks }, beside[index] ?? 1);
      return {
        ...node,
        ...(leadMs !== undefined || lead >= pace.leadMs ? {} : { leadMs: lead }),
        ...(turns === undefined ? {} : { turns }),
      };
    }),
  };
}

type RegionCall = { readonly drives: number; readonly region: RegionClass; readonly afarMs: number };

/** The drives that wake together in each region, and the additional time to call drives in another region. */
function callsOf(node: GraphPhase, region: RegionClass, together: number): readonly RegionCall[] {
  const afar = (node.afar ?? []).map((each) => ({
    drives: each.shards * together,
    region: regionClass(each.region),
    afarMs: pacing.afarMs,
  }));
  return [{ drives: shardsAtHome(node) * together, region, afarMs: 0 }, ...afar];
}

/**
 * Adds the time for calls to another region to a pace. If the deployment sets the lead itself, the lead
 * already contains this time.
 */
const later = (
  { leadMs, launchMs, readyMs, graceMs }: Pace,
  ms: number,
  given: number | undefined,
): Pace => ({
  leadMs: given ?? leadMs + ms,
  launchMs: launchMs + ms,
  readyMs: readyMs + ms,
  graceMs: graceMs + ms,
});

const slower = (one: Pace, other: Pace): Pace => ({
  leadMs: Math.max(one.leadMs, other.leadMs),
  launchMs: Math.max(one.launchMs, other.launchMs),
  readyMs: Math.max(one.readyMs, other.readyMs),
  graceMs: Math.max(one.graceMs, other.graceMs),
});
