import { lambdaQuotas, regionClass } from '../../../quotas.ts';
import { grouped, numbered } from '../../../words.ts';
import type { Findings, Path } from '../../document/problem.ts';
import type { Phase } from '../../model/benchmark.ts';
import type { Plan } from '../../model/plan.ts';
import { leadFor, paceOf } from '../pacing/lead-time.ts';
import { pacing } from '../pacing/limits.ts';
import { regionsOf, shardsIn } from '../sharding/regions.ts';
import { type Capacity, capacityIn, drivesAtOnce, moreFunctions } from './drive-concurrency.ts';
import { timesOf } from './phase-times.ts';

/** A phase whose drives would not get their Lambda environments in time. */
export type Shortage = {
  readonly name: string;
  /** The number of drives, of this phase and of other phases, that need an environment at the same time. */
  readonly awake: number;
  readonly lateMs: number;
  /**
   * Why environments are missing. `slow`: Lambda makes new environments too slowly. `full`: drives of other
   * phases use all that may run at once. `perhaps full`: the same, if users of other phases stay as long as
   * they may.
   */
  readonly because: 'slow' | 'full' | 'perhaps full';
};

/**
 * By the quotas of each region, warns about phases whose drives may start too late. Rejects phases whose
 * drives certainly start too late.
 */
export function checkEnvironments(
  plan: Plan,
  capacity: Capacity,
  /** Returns the position of the duration of a phase in the document. */
  placeOf: (phase: Phase) => Path,
  findings: Findings,
): void {
  for (const region of regionsOf(plan.phases)) {
    const there = capacityIn(capacity, region);
    const most = there.of === 'unknown' ? Number.POSITIVE_INFINITY : there.drives;
    // `checkCapacity` has already rejected a plan that needs too many drives at once.
    if (drivesAtOnce(plan, region).working > most) continue;
    const shortage = shortageOf(plan, most, region);
    const phase = plan.benchmark.phases.find(({ name }) => name === shortage?.name);
    if (shortage === undefined || phase === undefined) continue;
    const { message, hint } = wordsOf(shortage, most, moreFunctions(there.of), region);
    if (shortage.because === 'perhaps full') findings.warning(placeOf(phase), message, hint);
    else findings.error(placeOf(phase), message, hint);
  }
}

function wordsOf(
  { name, awake, lateMs, because }: Shortage,
  most: number,
  more: string,
  region: string | undefined,
) {
  const { environments, everyMs } = lambdaQuotas.scaling;
  const late = `${(lateMs / 1e3).toFixed(0)} s late`;
  const begins = `when phase ${name} begins, all phases together need ${numbered(awake, 'load generator')}${region === undefined ? '' : ` in ${region}`}`;
  if (because === 'slow')
    return {
      message: `${begins}, but Lambda starts ${environments} at once and ${environments} more each ${everyMs / 1e3} s, so load generators of this phase would be ${late}`,
      hint: 'make the phases longer, or use fewer shards',
    };
  return because === 'full'
    ? {
        message: `${begins}, but only ${grouped(most)} may run at the same time, so load generators of this phase would be ${late}`,
        hint: `make the phases longer, use fewer shards, or ${more}`,
      }
    : {
        message: `${begins} if users of other phases stay as long as they may, but only ${grouped(most)} may run at the same time, so load generators of this phase would be ${late}`,
        hint: 'use startAfterStrict, so that this phase waits until all users of the other phases have left, give the other phases a shorter maxDuration, or use fewer shards',
      };
}

/**
 * The drives of a phase in one region: their number, and the times at which they need a Lambda environment.
 * Times are in milliseconds after the first start of the run.
 */
type Call = {
  readonly name: string;
  readonly drives: number;
  readonly wakeMs: number;
  readonly startMs: number;
  /**
   * The earliest end of the phase, when its users are as fast as possible. `lastEndMs`: the latest end, when
   * its users take as long as they may.
   */
  readonly firstEndMs: number;
  readonly lastEndMs: number;
  /** The most milliseconds that the start of a phase waits for drives that are not ready. */
  readonly graceMs: number;
};

/**
 * Finds the first phase whose drives would start too late because drives of other phases are at work.
 * @param most the largest number of drives that run at once.
 * @param region absent: the home region.
 */
export function shortageOf(plan: Plan, most: number, region?: string): Shortage | undefined {
  const calls = callsOf(plan, region);
  return (
    tooSlow(calls, most) ??
    tooFull(calls, most, 'full', ({ firstEndMs }) => firstEndMs) ??
    tooFull(calls, most, 'perhaps full', ({ lastEndMs }) => lastEndMs)
  );
}

/**
 * Finds a phase for which Lambda makes environments too slowly. Lambda gives a function a thousand
 * environments at once, and a thousand more every ten seconds. Several short phases that follow each other
 * may need more.
 */
function tooSlow(calls: readonly Call[], most: number): Shortage | undefined {
  const { environments: atOnce, everyMs } = lambdaQuotas.scaling;
  const perMs = atOnce / everyMs;
  let [tokens, at, environments] = [atOnce, calls[0]?.wakeMs ?? 0, 0];
  for (const [index, { name, wakeMs, graceMs }] of calls.entries()) {
    const awake = drivesOf(calls.slice(0, index + 1).filter(({ lastEndMs }) => lastEndMs > wakeMs));
    const fresh = Math.max(0, Math.min(awake, most) - environments);
    tokens = Math.min(atOnce, tokens + (wakeMs - at) * perMs) - fresh;
    environments += fresh;
    at = wakeMs;
    const lateMs = -tokens / perMs;
    if (lateMs > graceMs) return { name, awake, lateMs, because: 'slow' };
  }
  return undefined;
}

/**
 * Finds a phase whose drives may get no environment in time, because as many drives as allowed already run.
 * Phases that wake later need environments too, and Lambda serves calls in no order. So a phase is sure of
 * its drives only when all drives that need an environment at that time can get one. An environment that
 * another drive leaves is warm, so its next drive needs no further time to start.
 */
function tooFull(
  calls: readonly Call[],
  most: number,
  because: Shortage['because'],
  endOf: (call: Call) => number,
): Shortage | undefined {
  for (const { name, startMs, wakeMs, graceMs } of calls) {
    const wantedAt = (ms: number): number =>
      drivesOf(calls.filter((other) => other.wakeMs <= ms && endOf(other) > ms));
    const ends = calls.map(endOf).filter((ms) => ms > wakeMs);
    const freeMs = [wakeMs, ...ends.sort((a, b) => a - b)].find((ms) => wantedAt(ms) <= most) ?? wakeMs;
    const lateMs = freeMs - startMs;
    if (lateMs > graceMs) return { name, awake: wantedAt(startMs), lateMs, because };
  }
  return undefined;
}

const drivesOf = (calls: readonly Call[]): number => calls.reduce((sum, { drives }) => sum + drives, 0);

/**
 * The drives that each phase calls in one region, in the order of their wake-up. The home region counts as
 * one of the regions with the highest quotas. So a plan that is rejected here fails in every region.
 */
function callsOf({ benchmark, phases, concurrency }: Plan, region: string | undefined): readonly Call[] {
  const times = timesOf(benchmark.phases);
  const afarMs = region === undefined ? 0 : pacing.afarMs;
  return phases
    .flatMap((planned): readonly Call[] => {
      const { name, index } = planned;
      const phase = benchmark.phases.find((each) => each.name === name);
      const drives = shardsIn(planned, region);
      if (phase === undefined || drives === 0) return [];
      const { startMs = 0, endMs = 0 } = times.get(name) ?? {};
      const together = {
        drives: drives * (concurrency[index] ?? 1),
        region: region === undefined ? 'large' : regionClass(region),
      } as const;
      // Drives wake early, by the lead, only if the start is known in advance. The instant at which the last
      // users of other phases leave is not known in advance.
      const aheadMs = phase.startAfterStrict.length > 0 ? 0 : leadFor(together) + afarMs;
      return [
        {
          name,
          drives,
          startMs,
          wakeMs: startMs - aheadMs,
          firstEndMs: startMs + (phase.durationMs ?? 0) + pacing.endingMs,
          lastEndMs: endMs + pacing.endingMs,
          graceMs: paceOf(together).graceMs + afarMs,
        },
      ];
    })
    .sort((a, b) => a.wakeMs - b.wakeMs);
}
