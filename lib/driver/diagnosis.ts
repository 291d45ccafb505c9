import type { PhaseView } from './run-record.ts';
import { percent } from './sla-criteria.ts';
import { type Ailing, type Ailment, type Ailments, addAilments } from './statistics/ailing.ts';
import type { Place } from './statistics/health.ts';

/** Requests that were sent while the generator was not healthy, and why it was not. */
export type Unhealthy = {
  readonly requests: number;
  /** Of all requests, 0 to 1. */
  readonly share: number;
  readonly causes: Ailments;
};

/** Why a run says nothing of its target, and what to try. */
export type Diagnosis = {
  readonly cause: Ailment | 'missed';
  readonly message: string;
  readonly advice: string;
};

/** Requests of the phases that count; causes of all. */
export function unhealthyOf(judged: readonly PhaseView[], views: readonly PhaseView[]): Unhealthy {
  const sum = (rows: PhaseView['merged']['rows']): number =>
    rows.reduce((requests, { counters }) => requests + counters.requests, 0);
  const requests = judged.reduce((total, { merged }) => total + sum(merged.ailing), 0);
  const all = judged.reduce((total, { merged }) => total + sum(merged.rows), 0);
  const causes = views.reduce((total, { merged }) => addAilments(total, merged.ailments), {} as Ailments);
  return { requests, share: all === 0 ? 0 : requests / all, causes };
}

/** One sentence for a run that is inconclusive: the cause that touched most requests. */
export function diagnose(views: readonly PhaseView[], unhealthy: Unhealthy, place: Place): Diagnosis {
  const missed = views.reduce((sum, { delivery }) => sum + delivery.missed.length, 0);
  const drives = views.reduce((sum, { merged }) => sum + merged.drives.length, 0);
  const worst = worstOf(unhealthy.causes);
  const cause = missed > 0 || worst === undefined ? 'missed' : worst[0];
  const message =
    missed > 0 || worst === undefined
      ? `${missed} of ${drives} drives ${missed === 1 ? 'was' : 'were'} ready too late and sent nothing`
      : `${symptom(...worst, place)}${shareOf(unhealthy)}`;
  return { cause, message, advice: advice[place][cause] };
}

function worstOf(causes: Ailments): readonly [Ailment, Ailing] | undefined {
  const entries = Object.entries(causes) as [Ailment, Ailing][];
  return entries.sort(([, one], [, other]) => other.requests - one.requests)[0];
}

function symptom(cause: Ailment, { lateNs, stallNs }: Ailing, place: Place): string {
  const late = `users started ${seconds(lateNs)} late`;
  const stood = `stood still for ${seconds(stallNs)}`;
  switch (cause) {
    case 'busy':
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
    stall: 'run it again; if it happens again, use more shards',
    late: 'use more shards, or lower the rate',
    missed: 'run it again; if it happens again, deploy with a longer leadMs',
  },
  'one machine': {
    busy: 'end other programs, lower the rate, or pour from another machine',
    stall:
      'run it again; if it happens again, look for what suspends programs here, such as a sleeping laptop',
    late: 'lower the rate, or pour from a machine with faster processors',
    missed: 'end other programs, or use fewer shards',
  },
};

/** `1.7 s`, `120 ms`. */
function seconds(ns: number): string {
  return ns >= 1e9 ? `${(ns / 1e9).toFixed(1)} s` : `${Math.round(ns / 1e6)} ms`;
}

/** Two digits are enough to see how much was lost. */
function shareOf({ share }: Unhealthy): string {
  const lost = percent(Number(share.toPrecision(2)));
  return share === 0 ? '' : ` (${lost} of the requests were sent in such seconds)`;
}
