import { type Criterion, criteriaOf, defaultCriteria } from '../../judging/criteria.ts';
import type { CustomSla } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import type { Sla, StepSlas } from '../../model/sla.ts';
import { phasePlanAt } from '../../planning/phase-plan.ts';

/** The limits of a phase that can be judged while its load goes on. */
export type LiveLimits = {
  readonly phase: string;
  readonly shards: number;
  /**
   * Limits with a window, without the limit on waiting for connections: a later response reduces that share
   * again.
   */
  readonly steps: readonly StepSlas[];
  readonly custom: readonly CustomSla[];
  /** Seconds of the longest window; 0 when no limit has a window. */
  readonly windowSeconds: number;
  /**
   * Age in seconds at which a second is judged. Responses that are missing then take longer than any limit
   * allows, so they cannot mend a limit on times, and errors only increase.
   */
  readonly settledSeconds: number;
  /** Limits of a step on failures that no busy generator can cause, over all requests so far. */
  readonly failures: (step: number) => readonly Criterion[];
};

/** Undefined without `--stop-on-failure`, or when the phase has no such limit. */
export function liveLimits(plan: Plan, index: number): LiveLimits | undefined {
  const phase = plan.benchmark.phases[index];
  if (plan.stopOnFailure === undefined || phase === undefined || phase.isJudged === false) return undefined;
  const { requests, shards } = phasePlanAt(plan, index);
  const steps = requests.map((each) => ({ ...each, slas: each.slas.flatMap(windowed) }));
  const custom = (phase.customSlas ?? []).map(({ metric, slas }) => ({
    metric,
    slas: slas.flatMap(windowed),
  }));
  const slas = [...steps, ...custom].flatMap((each) => each.slas);
  const { failedRatio } = plan.stopOnFailure;
  return {
    phase: phase.name,
    shards,
    steps,
    custom,
    windowSeconds: Math.max(0, ...slas.map(secondsOf)),
    settledSeconds: 1 + Math.ceil(Math.max(0, ...slas.map(longestNs)) / 1e9),
    failures: (step) => {
      const own = requests.flatMap((each) => (each.step === step ? each.slas : []));
      const whole = own.filter(({ windowMs }) => windowMs === undefined).flatMap(criteriaOf);
      return [...whole, ...defaultCriteria({ failedRatio }, own)].filter(
        ({ certain }) => certain !== undefined,
      );
    },
  };
}

/** Seconds of a window, as they are judged. */
export const secondsOf = ({ windowMs = 0 }: Sla): number => Math.ceil(windowMs / 1000);

function windowed({ blockedRatio: _, ...sla }: Sla): Sla[] {
  return sla.windowMs === undefined ? [] : [sla];
}

function longestNs({ meanResponseTimeNs = 0, limits = [] }: Sla): number {
  return Math.max(meanResponseTimeNs, ...limits.map(([, ns]) => ns));
}
