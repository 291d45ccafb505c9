import { numbered, plural } from '../../words.ts';
import type { Defaults } from '../judging/criteria.ts';
import { blockedAdvice } from '../judging/criteria.ts';
import { judgeSessionLimit } from '../judging/session-limit.ts';
import { isBroken, judge, sentenceOf, type Verdict } from '../judging/sla.ts';
import type { Phase } from '../model/benchmark.ts';
import type { PhasePlan, Plan } from '../model/plan.ts';
import { phasePlanAt } from '../planning/find-phase-plan.ts';
import { plannedPhase } from '../planning/planned-phase.ts';
import { assignmentOf, connectionsOf } from '../planning/sharding/assignment.ts';
import { usersPlanned } from '../planning/sharding/users-planned.ts';
import type { MergedPhase } from '../statistics/merge.ts';
import { mergeUsers } from '../statistics/users.ts';
import { countIn } from '../statistics/wire/row-cursor.ts';
import { type Delivery, type DrivePlace, deliveryOf, gapOf } from './delivery.ts';
import { type BestEffortSink, mergeDrives, type Part } from './merge-drives.ts';

/**
 * The stored result of one phase after its measurements were merged, judged and compared with the plan. Plain
 * JSON.
 */
export type PhaseResult = {
  readonly version: 1;
  /** The index of the phase in the plan. */
  readonly phase: number;
  readonly merged: MergedPhase;
  readonly verdicts: readonly Verdict[];
  /** Why later phases must not start: the phase has broken a limit of the document, or a drive has failed. */
  readonly failed?: string;
  /**
   * Why a part of the planned load is missing without a fault of the target, in words. Absent when nothing is
   * missing.
   */
  readonly incomplete?: string;
  /** Notices for people who read the results. Absent when there are none. */
  readonly notices?: readonly string[];
};

/** Merges the measurements of a phase, as `mergeDrives` does, and judges its limits. */
export async function settlePhase(
  plan: Plan,
  index: number,
  parts: AsyncIterable<Part>,
  leases: ReadonlyMap<string, string>,
  defaults: Defaults,
  bestEffort?: BestEffortSink,
): Promise<PhaseResult> {
  const phase = plannedPhase(plan, index).phase;
  const phasePlan = phasePlanAt(plan, index);
  const measured = await mergeDrives(plan, index, parts, leases, bestEffort);
  const delivery = deliveryOf(phasePlan, phase.arrivals, measured);
  const merged = withSilent(measured, [...delivery.missed, ...silentOf(delivery, measured)], plan, index);
  const verdicts = phase.isJudged === false ? [] : verdictsOf(plan, phase, phasePlan, merged, defaults);
  return {
    version: 1,
    phase: index,
    merged,
    verdicts,
    ...tagged('failed', failureOf(verdicts, merged)),
    ...tagged('incomplete', gapOf(phasePlan, delivery, merged)),
  };
}

function verdictsOf(
  plan: Plan,
  phase: Phase,
  phasePlan: PhasePlan,
  merged: MergedPhase,
  defaults: Defaults,
): readonly Verdict[] {
  const sessionLimit = judgeSessionLimit(phase, merged);
  // The default limit on waiting for connections does not apply everywhere. Users who warm up a target wait
  // for connections that are not open yet. Users who share no connections wait only for their own requests.
  const allDefaults = !phase.isWarmup && !hasOwnConnections(plan);
  const own = allDefaults ? defaults : { failedRatio: defaults.failedRatio };
  return [
    ...judge(phasePlan.requests, merged, own, phase.customSlas, shortestTimeoutMs(plan)).map(
      namingShare(plan, phasePlan),
    ),
    ...(sessionLimit ? [sessionLimit] : []),
  ];
}

/**
 * Merges the measurements of a cancelled phase. Drives that read the cancellation too late have sent
 * requests. These requests are reported but not judged, because they are not the planned load. Undefined when
 * no request was sent.
 */
export async function settleCancelled(
  plan: Plan,
  index: number,
  parts: AsyncIterable<Part>,
  leases: ReadonlyMap<string, string>,
  bestEffort?: BestEffortSink,
): Promise<PhaseResult | undefined> {
  const merged = await mergeDrives(plan, index, parts, leases, bestEffort);
  const sent = countIn(merged.rows, 'requests');
  if (sent === 0) return undefined;
  const requests = `${numbered(sent, 'request')} ${plural('was', sent, 'were')} sent`;
  const notice = `this phase was cancelled, and ${requests} before its shards were notified`;
  return { version: 1, phase: index, merged, verdicts: [], notices: [notice] };
}

/** The lost drives without any known measurement. */
function silentOf({ lost }: Delivery, { drives }: MergedPhase): readonly DrivePlace[] {
  const known = new Set(drives.map(({ shard, segment }) => `${shard}/${segment}`));
  return lost.filter(({ shard, segment }) => !known.has(`${shard}/${segment}`));
}

/**
 * Adds the planned users of drives that sent nothing or stored no measurements, so that these users count as
 * planned.
 */
function withSilent(
  merged: MergedPhase,
  silent: readonly DrivePlace[],
  plan: Plan,
  index: number,
): MergedPhase {
  const users = silent.flatMap(({ shard, segment }) =>
    usersPlanned(assignmentOf(plan, index, shard, segment)),
  );
  return users.length === 0 ? merged : { ...merged, users: mergeUsers([...merged.users, ...users]) };
}

/** True when no user ever waits for a connection that another user has. */
const hasOwnConnections = ({ benchmark: { targets, hotRod = [] } }: Plan): boolean =>
  targets.length > 0 &&
  hotRod.length === 0 &&
  targets.every(({ connectionStrategy: how }) => how === 'OPEN_ON_REQUEST' || how === 'ALWAYS_NEW');

/**
 * The shortest timeout of any target in milliseconds. It counts for all, because the target of a request may
 * depend on data of its user.
 */
const shortestTimeoutMs = ({ benchmark: { targets, hotRod = [] } }: Plan): number =>
  Math.min(
    ...[...targets, ...hotRod].map(({ requestTimeoutMs = Number.POSITIVE_INFINITY }) => requestTimeoutMs),
  );

/**
 * Adds to the advice how many connections one shard had, because concurrent phases and shards share the
 * number in the document. If each user has only one connection, the advice first names other changes.
 */
function namingShare(plan: Plan, { index, shards }: PhasePlan): (verdict: Verdict) => Verdict {
  const [target, ...others] = plan.benchmark.targets;
  const most = target?.connections.max ?? 0;
  const part = Math.max(1, Math.floor(connectionsOf(plannedPhase(plan, index), most) / Math.max(1, shards)));
  const how = target?.connectionStrategy;
  const advice = how === 'SESSION_POOLS' || how === 'OPEN_ON_REQUEST' ? sharedAdvice[how] : blockedAdvice;
  const share =
    part < most && how !== 'OPEN_ON_REQUEST'
      ? ` (each shard of this phase had ${part} of the ${most} connections)`
      : '';
  return (verdict) =>
    verdict.advice !== blockedAdvice || others.length > 0 ? verdict : { ...verdict, advice: advice + share };
}

const ownFirst =
  'the requests of a user share its one connection: raise pipeliningLimit, or send them one after another';

const sharedAdvice = {
  SESSION_POOLS: `${ownFirst}; where users wait for each other, raise sharedConnections`,
  OPEN_ON_REQUEST: ownFirst,
} as const;

const tagged = <Name extends string>(
  name: Name,
  text: string | undefined,
): { readonly [K in Name]?: string } =>
  text === undefined ? {} : ({ [name]: text } as { readonly [K in Name]: string });

/**
 * Why a phase failed, so that later phases may be cancelled. A broken default limit is left out: it is judged
 * only at the end of the run and cancels no phase.
 */
function failureOf(verdicts: readonly Verdict[], merged: MergedPhase): string | undefined {
  const broken = merged.drives.find(({ outcome }) => outcome.result === 'failed');
  const verdict = verdicts.find((each) => isBroken(each) && each.isDefault === undefined);
  return (
    broken?.outcome.reason ?? (broken ? 'a shard failed' : undefined) ?? (verdict && sentenceOf(verdict))
  );
}
