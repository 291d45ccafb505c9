import type { BurstSeconds, PhaseSeconds, SecondColumns } from '../../../lib/api.generated.ts';
import type { PlanOutline } from '../../../lib/driver/conducting/burst-status.ts';
import type { Snapshot } from '../../../lib/driver/conducting/live-snapshot.ts';
import { type ConductorState, nodeAt, type PhaseState } from '../../../lib/driver/conducting/state.ts';
import { recents } from '../../../lib/driver/progress/limits.ts';
import type { LiveSecond } from '../../../lib/driver/progress/live.ts';
import { gapsIn, type KeptSecond, minuteOf } from '../../../lib/driver/progress/seconds.ts';
import type { Bursts } from '../../../lib/store/bursts.ts';
import { watching } from './limits.ts';

/** A phase that has begun. Its times are in epoch milliseconds. */
type Begun = {
  readonly phase: number;
  readonly t0: number;
  /** The time at which the last user of the phase ended, or now while the phase runs. */
  readonly until: number;
  /** True while drives may still report seconds of the phase. */
  readonly isOpen: boolean;
};

/** Returns the seconds of all phases that began after a time, as many as fit into one reply. */
export async function secondsPage(
  bursts: Bursts,
  id: string,
  { conductor, outline, snapshot }: Watched,
  { after, now, endedAt }: { readonly after: number; readonly now: number; readonly endedAt?: number },
): Promise<Pick<BurstSeconds, 'phases' | 'next' | 'more'>> {
  const begun = begunPhases(conductor, snapshot, endedAt, now).filter(({ until }) => until > after);
  const cut = cutAt(begun, after, now);
  const parts = await Promise.all(
    begun
      .filter(({ t0 }) => t0 <= cut)
      .map(async (phase) => {
        const { first, last } = rangeOf(phase, after, cut);
        if (last < first) return undefined;
        const range = { from: minuteOf(first), to: minuteOf(last) };
        const all = await bursts.minutes(id, phase.phase, range);
        const kept = all.filter(({ second }) => second >= first && second <= last);
        return { ...phase, first, last, kept };
      }),
  );
  const known = parts.filter((part) => part !== undefined);
  const more = cut < now;
  // A phase may have begun a moment ago although its start was not read yet. Its seconds can still arrive, so
  // the last seconds are not final.
  const settled = conductor.phases.some(mayBegin) ? now - watching.beginningMs : now;
  return {
    phases: known
      .map((part) => presented(part, outline.benchmark.phases[part.phase]?.name ?? '', now))
      .filter(({ seconds, gaps }) => seconds.second.length + gaps.length > 0),
    next: more ? cut : Math.max(after, Math.min(settled, ...known.map((part) => settledUntil(part, now)))),
    more,
  };
}

const mayBegin = ({ t0, status }: PhaseState): boolean => t0 === undefined && status !== 'CANCELLED';

export type Watched = {
  readonly conductor: ConductorState;
  readonly outline: PlanOutline;
  readonly snapshot: Snapshot | undefined;
};

function begunPhases(
  conductor: ConductorState,
  snapshot: Snapshot | undefined,
  burstEndedAt: number | undefined,
  now: number,
): readonly Begun[] {
  return conductor.phases.flatMap(({ t0 = Infinity, endedAt = burstEndedAt }, phase) => {
    if (t0 > now || nodeAt(conductor, phase).noop) return [];
    const isLate = endedAt !== undefined && now > endedAt + lateMs;
    const isOpen = snapshot?.phases[phase]?.closed !== true && !isLate;
    return [{ phase, t0, until: Math.min(endedAt ?? now, now), isOpen }];
  });
}

const lateMs = recents.lateSeconds * 1_000;

/** The range of seconds of a phase that began after `after`, and not after `cut`. */
const rangeOf = ({ t0, until }: Pick<Begun, 't0' | 'until'>, after: number, cut: number) => ({
  first: Math.max(0, Math.floor((after - t0) / 1_000) + 1),
  last: Math.floor((Math.min(cut, until) - t0) / 1_000),
});

/** The latest time up to which the seconds of all phases fit into one reply. */
function cutAt(phases: readonly Begun[], after: number, now: number): number {
  const count = (cut: number): number =>
    phases.reduce((sum, phase) => {
      const { first, last } = rangeOf(phase, after, cut);
      return sum + Math.max(0, last + 1 - first);
    }, 0);
  if (count(now) <= recents.replySecondsMax) return now;
  let [low, high] = [Math.max(after, Math.min(...phases.map(({ t0 }) => t0))), now];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (count(middle) <= recents.replySecondsMax) low = middle;
    else high = middle;
  }
  return low;
}

type Part = Begun & {
  readonly first: number;
  readonly last: number;
  readonly kept: readonly KeptSecond[];
};

/** Presents the seconds of a phase. The last second may be incomplete, so it is no gap when it is missing. */
function presented(
  { phase, t0, until, isOpen, first, last, kept }: Part,
  name: string,
  now: number,
): PhaseSeconds {
  const whole = Math.floor((until - t0) / 1_000) - 1;
  const late = Math.floor((now - lateMs - t0) / 1_000);
  const to = Math.min(last, whole, isOpen ? late : Infinity);
  return { phase, name, startsAt: t0, seconds: columnsOf(kept), gaps: gapsIn(kept, first, to) };
}

/** The time before which all seconds of a phase are final. */
function settledUntil({ t0, first, last, kept, isOpen }: Part, now: number): number {
  if (!isOpen) return now;
  const late = Math.floor((now - lateMs - t0) / 1_000);
  const exact = new Set(kept.filter((each) => each.exact).map(({ second }) => second));
  let second = first;
  while (second <= last && (second <= late || exact.has(second))) second += 1;
  return t0 + (second - 1) * 1_000;
}

function columnsOf(seconds: readonly KeptSecond[]): SecondColumns {
  const column = (name: Counted): number[] => seconds.map((each) => each[name]);
  const latencies = (name: Latency): (number | null)[] => seconds.map((each) => each[name] ?? null);
  return {
    second: column('second'),
    requestsPerSec: column('requestsPerSec'),
    responsesPerSec: column('responsesPerSec'),
    failedPerSec: column('failedPerSec'),
    errorsPerSec: column('errorsPerSec'),
    inFlight: column('inFlight'),
    sessions: column('sessions'),
    usersDuePerSec: column('usersDuePerSec'),
    usersStartedPerSec: column('usersStartedPerSec'),
    latencyP50Ns: latencies('latencyP50Ns'),
    latencyP99Ns: latencies('latencyP99Ns'),
    latenessP99Ns: latencies('latenessP99Ns'),
  };
}

type Counted = Exclude<keyof LiveSecond, Latency>;
type Latency = 'latencyP50Ns' | 'latencyP99Ns' | 'latenessP99Ns';
