import { statusAt } from '../conducting/answers.ts';
import type { ConductorState } from '../conducting/state.ts';
import { type Live, type LiveSecond, type LiveTotals, mergeLives } from '../driving/live.ts';
import type { Plan } from '../model/plan.ts';

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
  /** What whoever watches should know, each sentence once. */
  readonly notices?: string[];
};

/** Every phase of a burst: what the conductor decided, and what its drives said last. */
export const burstStatus = (
  plan: Plan,
  conductor: ConductorState,
  lives: readonly { readonly phase: number; readonly live: Live }[],
  now: number,
): PhaseStatus[] =>
  plan.phases.map(({ index, name, expectedArrivals }) => {
    const state = conductor.phases[index];
    const { isWarmup, durationMs } = plan.benchmark.phases[index];
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
