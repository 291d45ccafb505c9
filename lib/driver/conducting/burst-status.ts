import { type LimitSoFar, limitsSoFar, type PhaseLimits } from '../judging/limits-so-far.ts';
import type { Phase } from '../model/benchmark.ts';
import type { PhasePlan } from '../model/plan.ts';
import { type LiveSecond, type LiveTotals, noTotals } from '../progress/live.ts';
import { statusAt } from './replies.ts';
import type { Snapshot } from './snapshot.ts';
import { type ConductorState, type PhaseState, phaseAt } from './state.ts';

/** A phase as people watch it. Times in epoch milliseconds. */
export type PhaseStatus = {
  readonly name: string;
  readonly status: ReturnType<typeof statusAt>;
  /** T0; absent until the phase is released. */
  readonly startsAt?: number;
  readonly durationMs?: number;
  readonly isWarmup: boolean;
  readonly failed: boolean;
  readonly failure?: string;
  readonly expectedArrivals: number;
  readonly totals: LiveTotals;
  /** Present while users are at work. */
  readonly live?: LiveSecond;
  /** The limits of the phase with their values so far. Absent: none. */
  readonly limits?: LimitSoFar[];
  /** Messages for people who watch, each once. */
  readonly notices?: string[];
};

/** The part of a plan that people see. */
export type PlanOutline = {
  readonly benchmark: { readonly phases: readonly Pick<Phase, 'name' | 'isWarmup' | 'durationMs'>[] };
  readonly phases: readonly (Pick<PhasePlan, 'expectedArrivals'> & {
    /** Absent: the phase is not judged. */
    readonly limits?: PhaseLimits;
  })[];
  /** Functions per phase. Absent in outlines of earlier releases, as the targets. */
  readonly shards?: number;
  /** Addresses of the targets, such as `https://shop.example.com`. */
  readonly targets?: readonly string[];
  /** The estimated price. Absent in outlines of earlier releases. */
  readonly dollars?: number;
};

/** When somebody looks, and when the burst has ended, epoch milliseconds. Absent: it has not. */
export type Looked = { readonly now: number; readonly endedAt?: number | undefined };

/** Every phase of a burst: what the conductor decided, and what its drives reported last. */
export const burstStatus = (
  plan: PlanOutline,
  conductor: ConductorState,
  snapshot: Pick<Snapshot, 'phases'> | undefined,
  looked: Looked,
): PhaseStatus[] =>
  plan.benchmark.phases.map(({ name, isWarmup, durationMs }, index) => {
    const { expectedArrivals = 0, limits: written } = plan.phases[index] ?? {};
    const state = phaseAt(conductor, index);
    const status = presentedStatus(state, looked);
    const { totals = noTotals, live, notices = [], limits: known } = snapshot?.phases[index] ?? {};
    const limits = known ?? (written === undefined ? [] : limitsSoFar(written, []));
    const atWork = status === 'RUNNING' || status === 'FINISHED';
    return {
      name,
      status,
      ...(state.t0 === undefined ? {} : { startsAt: state.t0 }),
      ...(durationMs === undefined ? {} : { durationMs }),
      isWarmup,
      failed: state.failed !== undefined,
      ...(state.failed === undefined ? {} : { failure: state.failed }),
      expectedArrivals,
      totals,
      ...(live === undefined || !atWork ? {} : { live }),
      ...(limits.length === 0 ? {} : { limits: [...limits] }),
      ...(notices.length === 0 ? {} : { notices: [...notices] }),
    };
  });

/**
 * The status of a phase. No phase of an ended burst is at work, even when the conductor got no event of its
 * end.
 */
function presentedStatus(phase: PhaseState, { now, endedAt }: Looked): PhaseStatus['status'] {
  const status = statusAt(phase, now);
  if (endedAt === undefined || status === 'TERMINATED' || status === 'CANCELLED') return status;
  return phase.t0 !== undefined && phase.t0 <= endedAt ? 'TERMINATED' : 'CANCELLED';
}
