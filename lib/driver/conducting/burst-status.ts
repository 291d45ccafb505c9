import { type LimitSoFar, limitsSoFar, type PhaseLimits } from '../judging/limits-so-far.ts';
import type { Phase } from '../model/benchmark.ts';
import type { PhasePlan } from '../model/plan.ts';
import { type LiveSecond, type LiveTotals, noTotals } from '../progress/live.ts';
import type { Snapshot } from './live-snapshot.ts';
import { statusAt } from './replies.ts';
import { type ConductorState, type PhaseState, phaseAt } from './state.ts';

/** The status of a phase for people who watch a burst. Times are in epoch milliseconds. */
export type PhaseStatus = {
  readonly name: string;
  readonly status: ReturnType<typeof statusAt>;
  /**
   * The instant T0 at which the load of the phase starts, in epoch milliseconds. Absent until the conductor
   * has decided it.
   */
  readonly startsAt?: number;
  readonly durationMs?: number;
  readonly isWarmup: boolean;
  readonly failed: boolean;
  readonly failure?: string;
  readonly expectedArrivals: number;
  readonly totals: LiveTotals;
  /** The measurements of the phase's last second. Present while users are at work. */
  readonly live?: LiveSecond;
  /** The limits (SLA) of the phase with their values so far. Absent when the phase has no limits. */
  readonly limits?: LimitSoFar[];
  /** Messages of the drives for people who watch the burst. Equal messages appear once. */
  readonly notices?: string[];
};

/** The part of a plan that people may see. */
export type PlanOutline = {
  readonly benchmark: { readonly phases: readonly Pick<Phase, 'name' | 'isWarmup' | 'durationMs'>[] };
  readonly phases: readonly (Pick<PhasePlan, 'expectedArrivals'> & {
    /** The limits (SLA) of the phase. Absent when the phase has no limits. */
    readonly limits?: PhaseLimits;
  })[];
  /**
   * The number of shards of each phase (a phase with few users has fewer). Absent in plans of earlier
   * releases.
   */
  readonly shards?: number;
  /** Addresses of the targets, such as `https://shop.example.com`. */
  readonly targets?: readonly string[];
  /** The estimated price in US dollars. Absent in plans of earlier releases. */
  readonly dollars?: number;
};

/**
 * The two instants that decide the status, in epoch milliseconds. `now`: the instant for which a person asks
 * for the status. `endedAt`: the end of the burst, absent while the burst has not ended.
 */
export type Looked = { readonly now: number; readonly endedAt?: number | undefined };

/** The status of every phase of a burst: the conductor's decisions and the drives' last reports. */
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
 * The status of a phase for people. After the end of a burst, no phase counts as at work, even if a drive was
 * lost and the phase reported no end.
 */
function presentedStatus(phase: PhaseState, { now, endedAt }: Looked): PhaseStatus['status'] {
  const status = statusAt(phase, now);
  if (endedAt === undefined || status === 'TERMINATED' || status === 'CANCELLED') return status;
  return phase.t0 !== undefined && phase.t0 <= endedAt ? 'TERMINATED' : 'CANCELLED';
}
