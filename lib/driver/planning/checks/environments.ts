import { lambdaQuotas } from '../../../quotas.ts';
import { leadFor, paceOf } from '../../conducting/pace.ts';
import type { Findings, Path } from '../../document/problem.ts';
import { conducting } from '../../limits.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import { shardsAtHome } from './places.ts';
import { timesOf } from './times.ts';

/** The drives of a phase: how many, and from when to when they have an environment. Milliseconds after the first start. */
type Call = {
  readonly name: string;
  readonly drives: number;
  readonly wakeMs: number;
  readonly endMs: number;
  /** So long a phase waits for drives that are not ready. */
  readonly graceMs: number;
};

/** A phase whose drives Lambda cannot give their environments in time. */
export type Shortage = {
  readonly name: string;
  /** Its drives and those that are still awake when they wake. */
  readonly awake: number;
  readonly lateMs: number;
};

/**
 * The first phase whose drives would come too late because those of the phases before it are still at work: a function
 * gets a thousand environments at once and a thousand more each ten seconds, and phases of a few seconds need those of
 * several at a time.
 */
export function shortageOf(plan: Plan): Shortage | undefined {
  const { environments: atOnce, everyMs } = lambdaQuotas.scaling;
  const perMs = atOnce / everyMs;
  const calls = callsOf(plan);
  let [tokens, at, environments] = [atOnce, calls[0]?.wakeMs ?? 0, 0];
  for (const [index, { name, wakeMs, graceMs }] of calls.entries()) {
    const awake = calls
      .slice(0, index + 1)
      .reduce((sum, { drives, endMs }) => sum + (endMs > wakeMs ? drives : 0), 0);
    const fresh = Math.max(0, awake - environments);
    tokens = Math.min(atOnce, tokens + (wakeMs - at) * perMs) - fresh;
    environments += fresh;
    at = wakeMs;
    const lateMs = Math.max(0, -tokens / perMs);
    if (lateMs > graceMs) return { name, awake, lateMs };
  }
  return undefined;
}

/** In the order in which they wake. The larger regions' quotas: what is refused here fails in the others too. */
function callsOf({ benchmark, phases, concurrency }: Plan): readonly Call[] {
  const times = timesOf(benchmark.phases);
  return phases
    .flatMap((phase): readonly Call[] => {
      const drives = shardsAtHome(phase);
      const { startMs = 0, endMs = 0 } = times.get(phase.name) ?? {};
      if (drives === 0) return [];
      const together = { drives: drives * (concurrency[phase.index] ?? 1), region: 'large' } as const;
      const { graceMs } = paceOf(together);
      const wakeMs = startMs - leadFor(together);
      return [{ name: phase.name, drives, wakeMs, endMs: endMs + conducting.endingMs, graceMs }];
    })
    .sort((a, b) => a.wakeMs - b.wakeMs);
}

/** @param placeOf where the document says how long a phase takes. */
export function checkEnvironments(plan: Plan, placeOf: (phase: Phase) => Path, findings: Findings): void {
  const shortage = shortageOf(plan);
  const phase = plan.benchmark.phases.find(({ name }) => name === shortage?.name);
  if (shortage === undefined || phase === undefined) return;
  const { environments, everyMs } = lambdaQuotas.scaling;
  findings.error(
    placeOf(phase),
    `phase ${shortage.name} begins when ${shortage.awake} drives are awake, those of phases before it among them; Lambda starts ${environments} at once and ${environments} more each ${everyMs / 1e3} s, so its own would come ${(shortage.lateMs / 1e3).toFixed(0)} s late`,
    'make the phases longer, or use fewer shards',
  );
}
