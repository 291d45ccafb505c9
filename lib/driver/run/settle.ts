import { usersAsked } from '../driving/users-asked.ts';
import { keeping } from '../limits.ts';
import type { PhasePlan, Plan } from '../model/plan.ts';
import { assignmentOf, connectionsOf } from '../planning/assignment.ts';
import { plannedPhase } from '../planning/planned-phase.ts';
import { type MergeBounds, type MergedPhase, Merger } from '../statistics/merge.ts';
import type { Partial } from '../statistics/partial.ts';
import { mergeUsers } from '../statistics/users.ts';
import type { Defaults } from './criteria.ts';
import { blockedAdvice } from './criteria.ts';
import { type DrivePlace, deliveryOf, gapOf } from './delivery.ts';
import { judgeSessionLimit } from './session-limit.ts';
import { isBroken, judge, sentenceOf, type Verdict } from './sla.ts';

/** The outcome of one phase: measured, judged, and compared with what was planned. Plain JSON. */
export type PhaseResult = {
  readonly version: 1;
  /** Index in the plan. */
  readonly phase: number;
  readonly merged: MergedPhase;
  readonly verdicts: readonly Verdict[];
  /** Why phases after this one must not start: a limit that the document writes, or an error of the run. */
  readonly failed?: string;
  /** The part of the planned load that is missing for no fault of the target. */
  readonly incomplete?: string;
};

/**
 * Merges the partials of a phase and judges them. A partial counts only under the lease that was given out for its
 * drive; a drive without one was lost.
 *
 * @param leases the lease of each drive by `shard/segment`.
 */
export async function settlePhase(
  plan: Plan,
  index: number,
  partials: AsyncIterable<Partial>,
  leases: ReadonlyMap<string, string>,
  defaults: Defaults,
): Promise<PhaseResult> {
  const phase = plan.benchmark.phases[index];
  const phasePlan = plan.phases[index];
  if (phase === undefined || phasePlan === undefined) throw new RangeError(`the plan has no phase ${index}`);
  const merger = new Merger(phase.name, boundsOf(plan, index));
  for await (const partial of partials) {
    if (leases.get(`${partial.shard}/${partial.segment}`) === partial.lease) merger.accept(partial);
  }
  const measured = merger.result();
  const delivery = deliveryOf(phasePlan, phase.arrivals, measured);
  const merged = withSilent(measured, [...delivery.missed, ...delivery.lost], plan, index);
  const sessionLimit = judgeSessionLimit(phase, merged);
  // Users who warm up a target wait for connections that nobody has opened before.
  const own = phase.isWarmup ? { failedRatio: defaults.failedRatio } : defaults;
  const verdicts = [
    ...judge(phasePlan.requests, merged, own, phase.customSlas).map(namingShare(plan, phasePlan)),
    ...(sessionLimit ? [sessionLimit] : []),
  ];
  return {
    version: 1,
    phase: index,
    merged,
    verdicts,
    ...tagged('failed', failureOf(verdicts, merged)),
    ...tagged('incomplete', gapOf(delivery, merged)),
  };
}

/** With the users of drives that could not count them: what was asked of them stays asked. */
function withSilent(
  merged: MergedPhase,
  places: readonly DrivePlace[],
  plan: Plan,
  index: number,
): MergedPhase {
  const asked = places.flatMap(({ shard, segment }) => usersAsked(assignmentOf(plan, index, shard, segment)));
  return asked.length === 0 ? merged : { ...merged, users: mergeUsers([...merged.users, ...asked]) };
}

/** The part of the run's statistics that a phase may keep: by its length, because each second of a metric takes its room. */
function boundsOf({ benchmark, phases }: Plan, index: number): MergeBounds {
  const lengths = benchmark.phases.map(({ durationMs, maxDurationMs }, at) =>
    phases[at]?.shards === 0 ? 0 : (maxDurationMs ?? durationMs ?? 0) + tailMs,
  );
  const all = lengths.reduce((sum, each) => sum + each, 0);
  const part = (most: number): number => Math.floor((most * (lengths[index] ?? 0)) / Math.max(1, all));
  return {
    cellsMax: Math.max(keeping.phaseCellsMin, part(keeping.cellsMax)),
    shardCellsMax: part(keeping.shardCellsMax),
    shardTotalsMax: part(keeping.shardTotalsMax),
    shardSessionsMax: part(keeping.shardSessionsMax),
  };
}

/** Users come to their ends after a phase as well. */
const tailMs = 30_000;

/** Adds the connections of one shard to the advice: concurrent phases and shards divide the number in the document. */
function namingShare(plan: Plan, { index, shards }: PhasePlan): (verdict: Verdict) => Verdict {
  const [target, ...others] = plan.benchmark.targets;
  const most = target?.connections.max ?? 0;
  const part = Math.max(1, Math.floor(connectionsOf(plannedPhase(plan, index), most) / Math.max(1, shards)));
  return (verdict) =>
    verdict.advice !== blockedAdvice || others.length > 0 || part >= most
      ? verdict
      : { ...verdict, advice: `${blockedAdvice} (each shard of this phase had ${part} of the ${most})` };
}

const tagged = <Name extends string>(
  name: Name,
  text: string | undefined,
): { readonly [K in Name]?: string } =>
  text === undefined ? {} : ({ [name]: text } as { readonly [K in Name]: string });

/** A default limit is judged when all is over and cancels nothing. */
function failureOf(verdicts: readonly Verdict[], merged: MergedPhase): string | undefined {
  const broken = merged.drives.find(({ outcome }) => outcome.result === 'failed');
  const verdict = verdicts.find((each) => isBroken(each) && each.isDefault === undefined);
  return (
    broken?.outcome.reason ?? (broken ? 'a drive failed' : undefined) ?? (verdict && sentenceOf(verdict))
  );
}
