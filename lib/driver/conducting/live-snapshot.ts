import type { LimitSoFar } from '../judging/limits-so-far.ts';
import {
  addTotals,
  type Live,
  type LiveSecond,
  type LiveTotals,
  mergeLives,
  noTotals,
} from '../progress/live.ts';
import { snapshots } from './limits.ts';
import { type ConductorState, nodeAt, phaseAt } from './state.ts';

/**
 * The merged reports of all drives of a burst, for people who watch it. The first watcher who finds the
 * snapshot outdated makes a new one, from the last reports of the drives and the previous snapshot. Other
 * watchers read it. For segments and phases that are over, the snapshot keeps totals, so Downpour need not
 * read their drives again.
 */
export type Snapshot = {
  /** The time at which the reports of this snapshot were read, in epoch milliseconds. */
  readonly at: number;
  /**
   * The time at which the last seconds of the drives were read, in epoch milliseconds. Absent until Downpour
   * reads them for the first time.
   */
  readonly recentsAt?: number;
  /** Phases by their index in the plan. A phase that has not started is absent. */
  readonly phases: Readonly<Record<string, PhaseSnapshot>>;
};

export type PhaseSnapshot = {
  readonly totals: LiveTotals;
  /** The merged measurements of the phase's last second. Present while users are at work. */
  readonly live?: LiveSecond;
  /**
   * Messages of the drives for people who watch the burst. Equal messages appear once. Absent when there is
   * no message.
   */
  readonly notices?: readonly string[];
  /**
   * The limits (SLA) of the phase with their values so far. Absent until the values are read for the first
   * time.
   */
  readonly limits?: readonly LimitSoFar[];
  /** The index of the first segment whose drives Downpour still reads. The segments before it are over. */
  readonly from: number;
  /** The totals of the segments before `from`. */
  readonly over: LiveTotals;
  /** True when the phase is over, so that its drives will send no more reports. */
  readonly closed?: true;
};

/** The reports that Downpour has to read for a phase: those of all its drives, from the segment `from` on. */
export type Needed = { readonly phase: number; readonly shards: number; readonly from: number };

/** The last report of one drive in one segment. */
export type Reported = { readonly shard: number; readonly segment: number; readonly live: Live };

const noSnapshot: PhaseSnapshot = { totals: noTotals, from: 0, over: noTotals };

/** The phases whose reports have to be read: those that have begun and are not over. */
export const neededFor = (
  snapshot: Snapshot | undefined,
  conductor: ConductorState,
  now: number,
): readonly Needed[] =>
  conductor.phases.flatMap(({ t0 = Infinity }, phase) => {
    const { closed, from } = snapshot?.phases[phase] ?? noSnapshot;
    const { noop, shards } = nodeAt(conductor, phase);
    return noop || closed || t0 > now ? [] : [{ phase, shards, from }];
  });

/** The age in milliseconds from which a snapshot is outdated. It grows with the number of drives to read. */
export const staleMs = (needed: readonly Needed[]): number =>
  Math.min(Math.max(drivesIn(needed) * snapshots.staleMsDrive, snapshots.staleMsMin), snapshots.staleMsMax);

/**
 * Milliseconds between two reads of the drives' last seconds. They have more bytes than the reports, so they
 * are read less often.
 */
export const recentsMs = (needed: readonly Needed[]): number =>
  Math.min(
    Math.max(drivesIn(needed) * snapshots.recentsMsDrive, snapshots.recentsMsMin),
    snapshots.recentsMsMax,
  );

const drivesIn = (needed: readonly Needed[]): number => needed.reduce((sum, { shards }) => sum + shards, 0);

/**
 * Makes the next snapshot from the previous one and new reports. `conductor` must be the state from before
 * these reports were read.
 */
export const nextSnapshot = (
  before: Snapshot | undefined,
  conductor: ConductorState,
  read: readonly (Needed & { readonly reports: readonly Reported[] })[],
  at: number,
): Snapshot => ({
  at,
  phases: {
    ...before?.phases,
    ...Object.fromEntries(
      read.map(({ phase, shards, reports }) => {
        const { status } = phaseAt(conductor, phase);
        const isOver = status === 'TERMINATED' || status === 'CANCELLED';
        const next = nextPhase(before?.phases[phase] ?? noSnapshot, shards, reports);
        return [String(phase), isOver ? closedPhase(next) : next] as const;
      }),
    ),
  },
});

function nextPhase(before: PhaseSnapshot, shards: number, reports: readonly Reported[]): PhaseSnapshot {
  let { from, over } = before;
  for (;;) {
    const own = reports.filter(({ segment }) => segment === from);
    // A drive that has connected and sent nothing yet reports itself as ended, with a second before the
    // first. So its segment is not over.
    if (own.length < shards || own.some(({ live }) => !live.ended || live.second < 0)) break;
    over = own.reduce((sum, { live }) => addTotals(sum, live.totals), over);
    from += 1;
  }
  const open = reports.filter(({ segment }) => segment >= from).map(({ live }) => live);
  const isWhole = reports.filter(({ segment }) => segment === from).length >= shards;
  const { totals, live } = mergeLives(open, isWhole);
  const notices = new Set([...(before.notices ?? []), ...reports.flatMap((each) => each.live.notices ?? [])]);
  return {
    totals: addTotals(over, totals),
    from,
    over,
    ...(before.limits === undefined ? {} : { limits: before.limits }),
    ...(live === undefined ? {} : { live }),
    ...(notices.size === 0 ? {} : { notices: [...notices].slice(0, snapshots.noticesMax) }),
  };
}

function closedPhase({ live: _, ...phase }: PhaseSnapshot): PhaseSnapshot {
  return { ...phase, over: phase.totals, closed: true };
}
