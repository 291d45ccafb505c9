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
 * All drives of a burst together, for the people who watch it. One watcher makes a snapshot from the last
 * reports of the drives and from the snapshot before it; the others read it. For segments and phases that are
 * over, the snapshot keeps totals, so their drives need not be read again.
 */
export type Snapshot = {
  /** Epoch milliseconds at which its reports were read. */
  readonly at: number;
  /** When the last seconds of the drives were read, and limits computed. Absent: never. */
  readonly recentsAt?: number;
  /** By the index of the phase. A phase without a start is absent. */
  readonly phases: Readonly<Record<string, PhaseSnapshot>>;
};

export type PhaseSnapshot = {
  readonly totals: LiveTotals;
  /** Present while users are at work. */
  readonly live?: LiveSecond;
  /** Messages for people who watch, each once. Absent: none. */
  readonly notices?: readonly string[];
  /** Limits with their values. Absent: none were read. */
  readonly limits?: readonly LimitSoFar[];
  /** The first segment whose drives are still asked; those before it are over. */
  readonly from: number;
  /** The totals of the segments before it. */
  readonly over: LiveTotals;
  /** True when the phase will send no more reports. */
  readonly closed?: true;
};

/** Selects the reports to read: those of a phase from a segment on. */
export type Needed = { readonly phase: number; readonly shards: number; readonly from: number };

/** A report of a drive. */
export type Reported = { readonly shard: number; readonly segment: number; readonly live: Live };

const noSnapshot: PhaseSnapshot = { totals: noTotals, from: 0, over: noTotals };

/** Drives to read, of phases that have begun and are not over. */
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

/** The largest age of a snapshot in milliseconds. It grows with the number of reports in a snapshot. */
export const staleMs = (needed: readonly Needed[]): number =>
  Math.min(Math.max(drivesIn(needed) * snapshots.staleMsDrive, snapshots.staleMsMin), snapshots.staleMsMax);

/**
 * Milliseconds between two looks at the last seconds of the drives: they are more to read than the reports.
 */
export const recentsMs = (needed: readonly Needed[]): number =>
  Math.min(
    Math.max(drivesIn(needed) * snapshots.recentsMsDrive, snapshots.recentsMsMin),
    snapshots.recentsMsMax,
  );

const drivesIn = (needed: readonly Needed[]): number => needed.reduce((sum, { shards }) => sum + shards, 0);

/** Makes the next snapshot. `conductor`: the state before the reports were read. */
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
    // A drive that is connected and has nothing to report yet counts as ended, and its second is before the
    // first.
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
