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
   * Those with a window, without the waiting for connections: a response that comes later makes that smaller
   * again.
   */
  readonly steps: readonly StepSlas[];
  readonly custom: readonly CustomSla[];
  /** Seconds of the longest window; 0 when there is none. */
  readonly windowSeconds: number;
  /**
   * So old is a second before it is judged: responses that are missing then take longer than any limit
   * allows, so they mend no limit on times, and errors only become more.
   */
  readonly settledSeconds: number;
  /** For a step what no busy generator can cause, over all that was sent so far. */
  readonly failures: (step: number) => readonly Criterion[];
};

/** Undefined when nobody asked for it, or when the phase has no such limit. */
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
