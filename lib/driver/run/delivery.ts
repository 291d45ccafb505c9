import { modelOf } from '../arrivals/registry.ts';
import type { Arrivals } from '../model/arrivals.ts';
import type { PhasePlan } from '../model/plan.ts';
import type { MergedPhase } from '../statistics/merge.ts';

/** The load that was sent, compared with the load that was planned. */
export type Delivery = {
  /** Users that should have started; for `always` the users at work at once. */
  readonly planned: number;
  /** Sessions that started. */
  readonly started: number;
  /** Arrivals that found no free session and waited. */
  readonly throttled: number;
  /** Part of the planned load that was sent, 0 to 1; 1 when nothing was planned. */
  readonly fraction: number;
  /** Drives that were ready too late and sent nothing. */
  readonly missed: readonly DrivePlace[];
  /** Drives that never delivered their measurements. */
  readonly lost: readonly DrivePlace[];
};

export type DrivePlace = { readonly shard: number; readonly segment: number };

/** @param merged absent for a phase of which nothing came back. */
export function deliveryOf(plan: PhasePlan, arrivals: Arrivals, merged: MergedPhase | undefined): Delivery {
  const drives = merged?.drives ?? [];
  const places = placesOf(plan);
  const missed = drives.filter(({ outcome }) => outcome.result === 'missed').map(placeOf);
  const lost = places.filter(
    ({ shard, segment }) => !drives.some((d) => d.shard === shard && d.segment === segment),
  );
  const total = Math.max(1, places.length);
  const planned = plannedOf(plan, arrivals, drives, (plan.expectedArrivals * lost.length) / total);
  const started = sumOf(drives, 'started');
  // Users who repeat start again and again: only whole drives can be missing.
  const sent = modelOf(arrivals).repeats
    ? (places.length - missed.length - lost.length) / total
    : started / planned;
  const fraction = planned === 0 ? 1 : Math.min(1, sent);
  return { planned, started, throttled: sumOf(drives, 'throttled'), fraction, missed, lost };
}

/**
 * Poisson arrivals are counted by the drives. A drive that never answered has an expected number only: its part of
 * the phase's mean, so that its absence shows.
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

/** The missing part of the planned load in one sentence; undefined when nothing is missing. */
export function gapOf({ lost, missed }: Delivery, merged: MergedPhase): string | undefined {
  const stopped = merged.drives.find(({ outcome }) => outcome.result === 'stopped');
  const gaps = [
    ...(lost.length > 0 ? [`${drivesWere(lost)} lost`] : []),
    ...(missed.length > 0 ? [`${drivesWere(missed)} ready too late and sent nothing`] : []),
    ...(stopped ? [`a drive stopped: ${stopped.outcome.reason ?? 'no reason given'}`] : []),
  ];
  return gaps.length === 0 ? undefined : gaps.join('; ');
}

function drivesWere({ length }: readonly DrivePlace[]): string {
  return length === 1 ? '1 drive was' : `${length} drives were`;
}

function placesOf(plan: PhasePlan): DrivePlace[] {
  const shards = Array.from({ length: plan.shards }, (_, shard) => shard);
  return shards.flatMap((shard) => plan.segments.map(({ index }) => ({ shard, segment: index })));
}

function placeOf({ shard, segment }: DrivePlace): DrivePlace {
  return { shard, segment };
}

function sumOf(drives: MergedPhase['drives'], name: 'planned' | 'started' | 'throttled'): number {
  return drives.reduce((sum, { outcome }) => sum + outcome[name], 0);
}
