import { type Criterion, criteriaOf, defaultCriteria } from '../../judging/criteria.ts';
import type { CustomSla } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import type { Sla, StepSlas } from '../../model/sla.ts';
import { phasePlanAt } from '../../planning/find-phase-plan.ts';

/** The limits of a phase that can be judged during its load. */
export type LiveLimits = {
  readonly phase: string;
  readonly shards: number;
  /**
   * Limits on a window of time, by request step. The limit `blockedRatio` is left out, because a later
   * response can make that share smaller again.
   */
  readonly steps: readonly StepSlas[];
  readonly custom: readonly CustomSla[];
  /** The length of the longest window in seconds. 0 when no limit has a window. */
  readonly windowSeconds: number;
  /**
   * A second is judged when it is this many seconds old. A response that is still missing then takes longer
   * than any limit allows. Errors can only increase later.
   */
  readonly settledSeconds: number;
  /**
   * For a request step, its limits on failures that a busy generator cannot cause. They count over all
   * requests so far.
   */
  readonly failures: (step: number) => readonly Criterion[];
};

/**
 * The limits of a phase that are judged during its load. With `--stop-on-failure`, these include limits on
 * failures. Without it, these are the limits with a window, if a failed phase cancels other phases. Undefined
 * when the phase has no such limit.
 */
export function liveLimits(plan: Plan, index: number): LiveLimits | undefined {
  const { stopOnFailure, benchmark } = plan;
  const phase = benchmark.phases[index];
  const cancels = benchmark.failurePolicy === 'CANCEL' && benchmark.phases.length > 1;
  if (phase === undefined || phase.isJudged === false || !(stopOnFailure || cancels)) return undefined;
  const { requests, shards } = phasePlanAt(plan, index);
  const steps = requests.map((each) => ({ ...each, slas: each.slas.flatMap(windowed) }));
  const custom = (phase.customSlas ?? []).map(({ metric, slas }) => ({
    metric,
    slas: slas.flatMap(windowed),
  }));
  const slas = [...steps, ...custom].flatMap((each) => each.slas);
  if (stopOnFailure === undefined && slas.length === 0) return undefined;
  return {
    phase: phase.name,
    shards,
    steps,
    custom,
    windowSeconds: Math.max(0, ...slas.map(secondsOf)),
    settledSeconds: 1 + Math.ceil(Math.max(0, ...slas.map(longestNs)) / 1e9),
    failures: (step) => {
      if (stopOnFailure === undefined) return [];
      const { failedRatio } = stopOnFailure;
      const own = requests.flatMap((each) => (each.step === step ? each.slas : []));
      const whole = own.filter(({ windowMs }) => windowMs === undefined).flatMap(criteriaOf);
      return [...whole, ...defaultCriteria({ failedRatio }, own)].filter(
        ({ certain }) => certain !== undefined,
      );
    },
  };
}

/** The length of a limit's window in whole seconds. */
export const secondsOf = ({ windowMs = 0 }: Sla): number => Math.ceil(windowMs / 1000);

function windowed({ blockedRatio: _, ...sla }: Sla): Sla[] {
  return sla.windowMs === undefined ? [] : [sla];
}

function longestNs({ meanResponseTimeNs = 0, limits = [] }: Sla): number {
  return Math.max(meanResponseTimeNs, ...limits.map(([, ns]) => ns));
}
