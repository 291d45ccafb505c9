import type { RegionClass } from '../../quotas.ts';
import { leadFor, type Pace, paceOf, warmFor } from '../conducting/pace.ts';
import type { GraphPhase, Plan } from '../model/plan.ts';
import { graphOf } from './graph.ts';

/**
 * The graph of a plan, and how early its drives are called. Phases that can be at work at once may wake together, so
 * the one with most such drives sets the pace.
 *
 * @param leadMs what the deployment says instead of the lead that follows from the drives.
 */
export function paced(
  plan: Plan,
  region: RegionClass,
  leadMs: number | undefined,
): Pace & { readonly graph: readonly GraphPhase[] } {
  const graph = graphOf(plan);
  const together = graph.map(({ shards }, index) => shards * (plan.concurrency[index] ?? 1));
  const pace = paceOf({ drives: Math.max(0, ...together), region }, leadMs);
  if (leadMs !== undefined) return { ...pace, graph };
  return {
    ...pace,
    graph: graph.map((node, index) => {
      const { [index]: drives = 0 } = together;
      const own = leadFor({ drives, warm: warmFor(graph, index), region });
      return node.noop || own >= pace.leadMs ? node : { ...node, leadMs: own };
    }),
  };
}
