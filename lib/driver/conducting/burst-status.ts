import { type Live, type LiveSecond, type LiveTotals, mergeLives } from '../driving/live.ts';
import type { Phase } from '../model/benchmark.ts';
import type { PhasePlan } from '../model/plan.ts';
import { statusAt } from './answers.ts';
import type { ConductorState } from './state.ts';
import { phaseAt } from './state.ts';

/** One phase as people watch it. Times in epoch milliseconds. */
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
  /** Messages for people who watch, each once. */
  readonly notices?: string[];
};

/** The part of a plan that people see. */
export type PlanOutline = {
  readonly benchmark: { readonly phases: readonly Pick<Phase, 'name' | 'isWarmup' | 'durationMs'>[] };
  readonly phases: readonly Pick<PhasePlan, 'expectedArrivals'>[];
};

/**
 * Every phase of a burst: what the conductor decided, and what its drives reported last.
 *
 * @param now epoch milliseconds.
 */
export const burstStatus = (
  plan: PlanOutline,
  conductor: ConductorState,
  lives: readonly { readonly phase: number; readonly live: Live }[],
  now: number,
): PhaseStatus[] =>
  plan.benchmark.phases.map(({ name, isWarmup, durationMs }, index) => {
    const { expectedArrivals = 0 } = plan.phases[index] ?? {};
    const state = phaseAt(conductor, index);
    const status = statusAt(state, now);
    const own = lives.filter(({ phase }) => phase === index).map((each) => each.live);
    const { totals, live } = mergeLives(own);
    const notices = [...new Set(own.flatMap((each) => each.notices ?? []))];
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
      ...(notices.length === 0 ? {} : { notices }),
    };
  });
