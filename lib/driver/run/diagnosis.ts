import { trusting } from '../limits.ts';
import {
  addUnhealthy,
  type UnhealthyByCause,
  type UnhealthyCause,
  type UnhealthyTotal,
} from '../statistics/unhealthy.ts';
import { percent } from './criteria.ts';
import type { PhaseView } from './record.ts';
import type { Place } from './suspicions.ts';

/** Requests that were sent while the generator was unhealthy, and the causes. */
export type Unhealthy = {
  readonly requests: number;
  /** Of all requests, 0 to 1. */
  readonly share: number;
  readonly causes: UnhealthyByCause;
};

/** The reason why a run is inconclusive, and what to try. */
export type Diagnosis = {
  readonly cause: UnhealthyCause | 'missed';
  readonly message: string;
  readonly advice: string;
};

/** Requests of the phases that count; causes of all. Strained seconds excuse a broken limit and no more. */
export function unhealthyOf(judged: readonly PhaseView[], views: readonly PhaseView[]): Unhealthy {
  const requests = sum(judged, ({ merged }) => touchedBy(merged.ailments, (cause) => cause !== 'strained'));
  const all = sum(judged, sentIn);
  const causes = views.reduce(
    (total, { merged }) => addUnhealthy(total, merged.ailments),
    {} as UnhealthyByCause,
  );
  return { requests, share: all === 0 ? 0 : requests / all, causes };
}

/** One sentence for a run that is inconclusive: the cause that touched most requests. */
export function diagnose(views: readonly PhaseView[], { share, causes }: Unhealthy, place: Place): Diagnosis {
  const missed = sum(views, ({ delivery }) => delivery.missed.length);
  const worst = worstOf(causes);
  if (missed > 0 || worst === undefined) {
    const drives = sum(views, ({ merged }) => merged.drives.length);
    const message = `${missed} of ${drives} drives ${missed === 1 ? 'was' : 'were'} ready too late and sent nothing`;
    return { cause: 'missed', message, advice: advice[place].missed };
  }
  const [cause, total] = worst;
  const touched = touchedBy(causes, () => true) / Math.max(1, sum(views, sentIn));
  const part =
    share > trusting.unhealthyShareMax
      ? `${rounded(share)} of the requests were sent in such seconds`
      : `a limit was broken only by the ${rounded(touched)} of the requests that were sent in such seconds`;
  return { cause, message: `${symptom(cause, total, place)} (${part})`, advice: advice[place][cause] };
}

function sum(views: readonly PhaseView[], of: (view: PhaseView) => number): number {
  return views.reduce((total, view) => total + of(view), 0);
}

function sentIn({ merged }: PhaseView): number {
  return merged.rows.reduce((requests, { counters }) => requests + counters.requests, 0);
}

function touchedBy(causes: UnhealthyByCause, counts: (cause: UnhealthyCause) => boolean): number {
  const entries = Object.entries(causes) as [UnhealthyCause, UnhealthyTotal][];
  return entries.reduce((total, [cause, { requests }]) => total + (counts(cause) ? requests : 0), 0);
}

function worstOf(causes: UnhealthyByCause): readonly [UnhealthyCause, UnhealthyTotal] | undefined {
  const entries = Object.entries(causes) as [UnhealthyCause, UnhealthyTotal][];
  const weight = ([cause, { requests }]: [UnhealthyCause, UnhealthyTotal]): number =>
    cause === 'strained' ? -1 : requests;
  return entries.sort((one, other) => weight(other) - weight(one))[0];
}

function symptom(cause: UnhealthyCause, { lateNs, stallNs }: UnhealthyTotal, place: Place): string {
  const late = `users started ${seconds(lateNs)} late`;
  const stood = `stood still for ${seconds(stallNs)}`;
  switch (cause) {
    case 'busy':
    case 'strained':
      return place === 'cloud'
        ? `a driver had no CPU left: ${lateNs >= stallNs ? late : `it ${stood}`}`
        : `this machine was too busy: ${lateNs >= stallNs ? late : `a driver ${stood}`}`;
    case 'stall':
      return `a driver ${stood}`;
    case 'late':
      return `a driver could not keep up: ${late}`;
  }
}

const advice: Readonly<Record<Place, Readonly<Record<Diagnosis['cause'], string>>>> = {
  cloud: {
    busy: 'use more shards, or lower the rate',
    strained: 'use more shards, or lower the rate',
    stall: 'run it again; if it happens again, use more shards',
    late: 'use more shards, or lower the rate',
    missed: 'run it again; if it happens again, deploy with a longer leadMs',
  },
  'one machine': {
    busy: 'end other programs, lower the rate, or run from another machine',
    strained: 'end other programs, lower the rate, or run from another machine',
    stall:
      'run it again; if it happens again, look for what suspends programs here, such as a sleeping laptop',
    late: 'lower the rate, or run from a machine with faster processors',
    missed: 'end other programs, or use fewer shards',
  },
};

/** `1.7 s`, `120 ms`. */
function seconds(ns: number): string {
  return ns >= 1e9 ? `${(ns / 1e9).toFixed(1)} s` : `${Math.round(ns / 1e6)} ms`;
}

/** Two digits are enough to see how much was lost. */
function rounded(share: number): string {
  return percent(Number(share.toPrecision(2)));
}
