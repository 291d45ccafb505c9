import { numbered, plural } from '../../words.ts';
import { modelOf } from '../arrivals/registry.ts';
import type { Arrivals } from '../model/arrivals.ts';
import type { PhasePlan } from '../model/plan.ts';
import { type DriveId, drivesOf } from '../planning/sharding/merge-groups.ts';
import { regionOf } from '../planning/sharding/regions.ts';
import type { MergedPhase } from '../statistics/merge.ts';
import type { Outcome } from '../statistics/partial.ts';
import { suspecting } from './limits.ts';

export type { DriveId as DrivePlace };

/** The load of a phase that was sent, compared with the planned load. */
export type Delivery = {
  /**
   * The number of users that should have started. In a phase `always`, the number of users at work at once.
   */
  readonly planned: number;
  /** The number of sessions that started. */
  readonly started: number;
  /** The number of users that found no free session when they arrived, and had to wait. */
  readonly throttled: number;
  /** The share of the planned load that was sent, from 0 to 1. 1 when no load was planned. */
  readonly fraction: number;
  /** Load generators (drives) that were ready too late and sent nothing. */
  readonly missed: readonly DriveId[];
  /** Load generators (drives) that never delivered their measurements. */
  readonly lost: readonly LostDrive[];
};

export type LostDrive = DriveId & {
  /**
   * The number of the drive's seconds that are in the results, because the drive had stored them before it
   * was lost. Absent when there are none.
   */
  readonly measuredS?: number;
  /**
   * The number of requests that the drive reported while at work, and whose measurements are not in the
   * results. Absent when there are none, or when the number is not known.
   */
  readonly unreported?: number;
};

/**
 * Compares the load of a phase that was sent with its plan.
 * @param merged absent for a phase without measurements of any drive.
 */
export function deliveryOf(plan: PhasePlan, arrivals: Arrivals, merged: MergedPhase | undefined): Delivery {
  const drives = merged?.drives ?? [];
  const ids = drivesOf(plan);
  const missed = drives.filter(({ outcome }) => outcome.result === 'missed').map(driveIdOf);
  const known = new Map(drives.map((drive) => [`${drive.shard}/${drive.segment}`, drive.outcome]));
  const lost = ids.flatMap((id): LostDrive[] => {
    const outcome = known.get(`${id.shard}/${id.segment}`);
    if (outcome === undefined) return [id];
    return outcome.result === 'lost' ? [{ ...id, ...lossOf(outcome) }] : [];
  });
  const total = Math.max(1, ids.length);
  const silent = Math.max(0, ids.length - known.size);
  const planned = plannedOf(plan, arrivals, drives, (plan.expectedArrivals * silent) / total);
  const started = sumOf(drives, 'started');
  // In a phase `always`, users start again and again, so their number says nothing. Only drives, or parts of
  // their time, can be missing.
  const sent = modelOf(arrivals).repeats
    ? (ids.length - missed.length - lost.length + measuredPart(plan, lost)) / total
    : started / planned;
  const fraction = planned === 0 ? 1 : Math.min(1, sent);
  return { planned, started, throttled: sumOf(drives, 'throttled'), fraction, missed, lost };
}

function lossOf({ lost: { measuredS, unreported } = { measuredS: 0, unreported: 0 } }: Outcome): {
  readonly measuredS?: number;
  readonly unreported?: number;
} {
  return {
    ...(measuredS === 0 ? {} : { measuredS }),
    ...(unreported === 0 ? {} : { unreported }),
  };
}

/**
 * The time that lost drives had measured and stored, as a number of whole drives: 0.5 is half of a drive's
 * segment.
 */
function measuredPart({ segments }: PhasePlan, lost: readonly LostDrive[]): number {
  return lost.reduce((sum, { segment, measuredS = 0 }) => {
    const { startMs = 0, endMs = 0 } = segments[segment] ?? {};
    return sum + (endMs > startMs ? Math.min(1, (measuredS * 1000) / (endMs - startMs)) : 0);
  }, 0);
}

/**
 * The number of planned users of a phase. With random (Poisson) arrivals, only the drives know this number.
 * For a drive that never reported, an equal share of the expected number counts, so that its loss is visible.
 */
function plannedOf(
  plan: PhasePlan,
  arrivals: Arrivals,
  drives: MergedPhase['drives'],
  expectedOfLost: number,
): number {
  if (plan.plannedArrivals !== undefined) return plan.plannedArrivals;
  const { repeats, users } = modelOf(arrivals);
  if (repeats && users !== undefined) return users;
  return sumOf(drives, 'planned') + Math.round(expectedOfLost);
}

/**
 * The reason in words why a part of the planned load is missing: lost, late or stopped drives. Undefined when
 * nothing is missing.
 */
export function gapOf(
  plan: Pick<PhasePlan, 'afar'>,
  { lost, missed }: Delivery,
  merged: MergedPhase,
): string | undefined {
  const stopped = merged.drives.find(({ outcome }) => outcome.result === 'stopped');
  const gaps = [
    ...(lost.length > 0 ? [`${drivesWere(lost)} lost${whereOf(lost, plan)}${knownOf(lost)}`] : []),
    ...(missed.length > 0
      ? [`${drivesWere(missed)} ready too late and sent nothing${whereOf(missed, plan)}`]
      : []),
    ...(stopped ? [`a shard stopped: ${stopped.outcome.reason ?? 'it reported no reason'}`] : []),
  ];
  return gaps.length === 0 ? undefined : gaps.join('; ');
}

/**
 * The regions of the drives in words, such as `, in eu-west-1`, if all are outside the home region. Empty
 * when some are in the home region.
 */
function whereOf(drives: readonly DriveId[], plan: Pick<PhasePlan, 'afar'>): string {
  const regions = new Set(drives.map(({ shard }) => regionOf(plan, shard)));
  return regions.has(undefined) ? '' : `, in ${[...regions].join(' and ')}`;
}

/**
 * The known measurements of lost drives in words: ` (shard 1 segment 0 was measured for 45 s, and at least
 * 153 requests after that are not in the numbers)`. Empty when nothing is known of any of them.
 */
function knownOf(lost: readonly LostDrive[]): string {
  const known = lost.filter(
    ({ measuredS, unreported }) => measuredS !== undefined || unreported !== undefined,
  );
  if (known.length === 0) return '';
  const more = known.length - suspecting.drivesNamedMax;
  const named = known.slice(0, suspecting.drivesNamedMax).map(sentenceOfLoss);
  return ` (${named.join('; ')}${more > 0 ? `; and ${more} more` : ''})`;
}

/** The measurements of a lost drive in words: how much is in the results, and how many requests are not. */
export function sentenceOfLoss({ shard, segment, measuredS, unreported }: LostDrive): string {
  const drive = `shard ${shard} segment ${segment}`;
  // The drive may have sent more requests after its last report, so the number is the least.
  const left = unreported === undefined ? '' : `at least ${numbered(unreported, 'request')}`;
  if (measuredS === undefined)
    return left === ''
      ? drive
      : `${drive}: ${left} ${plural('is', unreported ?? 0, 'are')} not in the numbers`;
  return `${drive} was measured for ${measuredS} s${left === '' ? '' : `, and ${left} after that ${plural('is', unreported ?? 0, 'are')} not in the numbers`}`;
}

function drivesWere({ length }: readonly DriveId[]): string {
  return `${numbered(length, 'shard')} ${plural('was', length, 'were')}`;
}

function driveIdOf({ shard, segment }: DriveId): DriveId {
  return { shard, segment };
}

function sumOf(drives: MergedPhase['drives'], name: 'planned' | 'started' | 'throttled'): number {
  return drives.reduce((sum, { outcome }) => sum + outcome[name], 0);
}
