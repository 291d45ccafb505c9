import type { Findings, Path } from '../../document/problem.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import { howToOffer } from '../executor.ts';
import { planning } from '../limits.ts';
import { plannedPhases } from '../planned-phase.ts';

/**
 * Rejects a plan whose users stay longer than a function can drive. Lambda ends a function after 15 minutes,
 * and would cut off the last users of a segment. A task of Fargate has no such limit.
 */
export function checkStays(
  plan: Plan,
  /** True when the deployment has tasks of Fargate, which can drive for longer. */
  canHaveTasks: boolean,
  placeOf: (phase: Phase) => Path,
  findings: Findings,
): void {
  const leftMs = planning.functionMsMax;
  for (const { phase, segments } of plannedPhases(plan)) {
    const stayMs = (phase.leastStayNs ?? 0) / 1e6;
    const { maxDurationMs = Number.POSITIVE_INFINITY } = phase;
    const goneMs = segments.map(({ startMs, endMs }) => Math.min(endMs + stayMs, maxDurationMs) - startMs);
    if (Math.max(0, ...goneMs) <= leftMs) continue;
    const [{ startMs = 0, endMs = 0 } = {}] = segments;
    findings.error(
      placeOf(phase),
      `phase ${phase.name}: users pause for ${seconds(stayMs)} in total, and each Lambda function starts users for ${seconds(endMs - startMs)}. A function ends after ${seconds(leftMs)}, so sessions would be cut off`,
      `use Fargate tasks instead of Lambda functions: ${canHaveTasks ? '--executor fargate' : howToOffer}`,
    );
  }
}

/**
 * Warns about users who stay longer than a run may take, if nothing ends their stay. A loop with a great
 * number of iterations is usually meant to end with its phase.
 */
export function checkEnds(
  { benchmark }: Plan,
  /** The longest allowed run, in milliseconds. */
  runMsMax: number,
  placeOf: (phase: Phase) => Path,
  findings: Findings,
): void {
  for (const phase of benchmark.phases) {
    const stayMs = (phase.leastStayNs ?? 0) / 1e6;
    if (phase.maxDurationMs !== undefined || stayMs <= runMsMax) continue;
    findings.warning(
      placeOf(phase),
      `phase ${phase.name}: users pause for ${seconds(stayMs)} in total, and nothing ends them before`,
      `write 'maxDuration', or the step 'breakIfFinished' in their loop`,
    );
  }
}

const seconds = (ms: number): string => `${Number((ms / 1e3).toPrecision(3))} s`;
