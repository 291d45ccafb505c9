import { numbered, plural } from '../../words.ts';
import { percent } from '../judging/criteria.ts';
import { excusing } from '../judging/limits.ts';
import {
  addUnhealthy,
  isMild,
  type UnhealthyByCause,
  type UnhealthyCause,
  type UnhealthyTotal,
} from '../statistics/health/unhealthy.ts';
import { countIn } from '../statistics/wire/row-cursor.ts';
import type { PhaseView } from './run-record.ts';
import type { Machines } from './suspicions.ts';

/** The requests that were sent while the generator was unhealthy, and the causes. */
export type Unhealthy = {
  readonly requests: number;
  /** The share of these requests among all requests, from 0 to 1. */
  readonly share: number;
  readonly causes: UnhealthyByCause;
};

/** Why a run is inconclusive, and what to try next. */
export type Diagnosis = {
  /**
   * The main cause of unreliable measurements. `missed`: drives were ready too late. `unsent`: no request was
   * sent, although the generator was healthy.
   */
  readonly cause: UnhealthyCause | 'missed' | 'unsent';
  readonly message: string;
  readonly advice: string;
};

/**
 * Counts the requests that were sent while the generator was unhealthy, in the phases that count (`judged`).
 * Also sums the causes over all phases. A mild cause is left out of the number, because it only excuses a
 * broken limit.
 */
export function unhealthyOf(judged: readonly PhaseView[], views: readonly PhaseView[]): Unhealthy {
  const requests = sum(judged, ({ merged }) => touchedBy(merged.unhealthyCauses, (cause) => !isMild(cause)));
  const all = sum(judged, sentIn);
  const causes = views.reduce(
    (total, { merged }) => addUnhealthy(total, merged.unhealthyCauses),
    {} as UnhealthyByCause,
  );
  return { requests, share: all === 0 ? 0 : requests / all, causes };
}

/** Explains why a run is inconclusive, by the cause that affected most requests. */
export function diagnose(
  views: readonly PhaseView[],
  { share, causes }: Unhealthy,
  place: Machines,
): Diagnosis {
  const missed = sum(views, ({ delivery }) => delivery.missed.length);
  const tooMuch = share > excusing.unhealthyShareMax;
  const worst = worstOf(causes, tooMuch);
  if (missed > 0 || worst === undefined) {
    const drives = sum(views, ({ merged }) => merged.drives.length);
    const message = `${missed} of ${numbered(drives, 'shard')} ${plural('was', missed, 'were')} ready too late and sent nothing`;
    return { cause: 'missed', message, advice: advice[place].missed };
  }
  const [cause, total] = worst;
  const touched = touchedBy(causes, () => true) / Math.max(1, sum(views, sentIn));
  const part = tooMuch
    ? `${rounded(share)} of the requests were sent in affected seconds`
    : touched > allTouched
      ? 'a limit was broken, and all requests were sent in affected seconds'
      : `a limit was broken only by the ${rounded(touched)} of the requests that were sent in affected seconds`;
  return { cause, message: `${symptom(cause, total, place)} (${part})`, advice: advice[place][cause] };
}

/** From this share of affected requests on, the message states that all requests were affected. */
const allTouched = 0.995;

function sum(views: readonly PhaseView[], of: (view: PhaseView) => number): number {
  return views.reduce((total, view) => total + of(view), 0);
}

function sentIn({ merged }: PhaseView): number {
  return countIn(merged.rows, 'requests');
}

function touchedBy(causes: UnhealthyByCause, counts: (cause: UnhealthyCause) => boolean): number {
  const entries = Object.entries(causes) as [UnhealthyCause, UnhealthyTotal][];
  return entries.reduce((total, [cause, { requests }]) => total + (counts(cause) ? requests : 0), 0);
}

/**
 * The cause that affected most requests. If too many requests were affected by other causes, mild causes come
 * last.
 */
function worstOf(
  causes: UnhealthyByCause,
  tooMuch: boolean,
): readonly [UnhealthyCause, UnhealthyTotal] | undefined {
  const entries = Object.entries(causes) as [UnhealthyCause, UnhealthyTotal][];
  const weight = ([cause, { requests }]: [UnhealthyCause, UnhealthyTotal]): number =>
    tooMuch && isMild(cause) ? -1 : requests;
  return entries.sort((one, other) => weight(other) - weight(one))[0];
}

function symptom(
  cause: UnhealthyCause,
  { lateNs, stallNs, waitNs = 0 }: UnhealthyTotal,
  place: Machines,
): string {
  const late =
    waitNs > Math.max(lateNs, stallNs)
      ? `users waited ${seconds(waitNs)} for a session`
      : `users started ${seconds(lateNs)} late`;
  const stalled = `stalled for ${seconds(stallNs)}`;
  const isLate = Math.max(lateNs, waitNs) >= stallNs;
  switch (cause) {
    case 'busy':
    case 'strained':
      return place === 'cloud'
        ? `a shard had no CPU left: ${isLate ? late : `it ${stalled}`}`
        : `this machine was too busy: ${isLate ? late : `a shard ${stalled}`}`;
    case 'cpu':
      return `a shard used its whole CPU core: ${isLate ? late : `it ${stalled}`}`;
    case 'loaded':
      return 'a shard used its whole CPU core, so Downpour read responses late';
    case 'gc':
      return `a shard ${stalled} while it collected garbage`;
    case 'descriptors':
      return 'a shard ran out of file descriptors for its connections';
    case 'stall':
      return `a shard ${stalled}`;
    case 'delayed':
      return `${late}, which is long compared with the response times of the target`;
    case 'late':
      return `a shard could not keep up: ${late}`;
  }
}

const lessLoad = {
  cloud: 'use more shards, or lower the rate',
  here: 'end other programs, lower the rate, or run from another machine',
};
const ownCore =
  'use more shards if processors are idle, lower the rate, or run from a machine with faster ones';
const descriptors = 'use fewer connections per shard, or raise the limit of open files (ulimit -n)';

const advice: Readonly<Record<Machines, Readonly<Record<UnhealthyCause | 'missed', string>>>> = {
  cloud: {
    busy: lessLoad.cloud,
    strained: lessLoad.cloud,
    cpu: lessLoad.cloud,
    loaded: lessLoad.cloud,
    gc: 'use more shards, or keep less of the responses in variables',
    descriptors: 'use more shards',
    stall: 'run the benchmark again; if the same happens, use more shards',
    late: lessLoad.cloud,
    delayed: lessLoad.cloud,
    missed: 'run the benchmark again; if the same happens, deploy with a longer leadMs',
  },
  'one machine': {
    busy: lessLoad.here,
    strained: lessLoad.here,
    cpu: ownCore,
    loaded: ownCore,
    gc: 'use more shards, or keep less of the responses in variables',
    descriptors,
    stall:
      'run the benchmark again; if the same happens, check whether this machine suspends programs, as a sleeping laptop does',
    late: 'lower the rate, or run from a machine with faster processors',
    delayed: lessLoad.here,
    missed: 'end other programs, or use fewer shards',
  },
};

/** A time in words: `1.7 s` or `120 ms`. */
function seconds(ns: number): string {
  return ns >= 1e9 ? `${(ns / 1e9).toFixed(1)} s` : `${Math.round(ns / 1e6)} ms`;
}

/** A share rounded to two digits, which is enough to see how much was affected. */
function rounded(share: number): string {
  return percent(Number(share.toPrecision(2)));
}
