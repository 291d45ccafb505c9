import { arrivalKinds } from '../driver/arrivals/registry.ts';
import type { RunDocument } from '../driver/run/document.ts';
import { limitWords, placeOf } from './limit-words.ts';

/** The findings of a run, which a report shows in addition to the numbers of the run. */

/** A sentence and its subject, such as a phase and a metric. */
export type ReportFinding = { readonly place?: string; readonly message: string };

export type ReportFailure = ReportFinding & { readonly advice?: string };

/** The planned and started users of a phase. */
export type Delivery = {
  readonly phase: string;
  readonly planned: number;
  readonly started: number;
  /**
   * The share of the planned requests that was sent, 0 to 1. If users repeat their requests, it shows missing
   * load better than the number of users does.
   */
  readonly fraction: number;
  readonly isCancelled?: boolean;
};

/** The reason why a cancelled phase has no users, to follow its numbers. */
export const whyCancelled = ({ isCancelled }: Pick<Delivery, 'isCancelled'>): string =>
  isCancelled ? ', because a failure or a stop of the run cancelled this phase' : '';

/** The broken limits and the failed phases. */
export function failuresOf({ failures }: RunDocument): ReportFailure[] {
  return failures.map(({ message, advice, ...at }) => ({
    place: placeOf(at),
    message: withoutPlace(message, at.metric),
    ...(advice === undefined ? {} : { advice }),
  }));
}

/**
 * Broken limits whose cause may be the load generator. In an inconclusive run these are all broken limits.
 */
export const doubtsOf = ({ verdicts, state }: RunDocument): ReportFinding[] =>
  verdicts
    .filter(({ passed, unclear }) => !passed && (unclear === true || state === 'inconclusive'))
    .map((verdict) => ({ place: placeOf(verdict), message: verdict.message }));

/** Limits of the document without a measurement. Documents of older releases do not list them. */
export const unjudgedOf = ({ unjudged = [] }: Pick<RunDocument, 'unjudged'>): ReportFinding[] =>
  unjudged.map((limit) => ({ place: placeOf(limit), message: `${limitWords(limit)} (no requests)` }));

/**
 * The planned and started users of each phase. A phase without arrivals is left out. In a phase that never
 * started, no user started.
 */
export function deliveriesOf({ phases, plan }: RunDocument): Delivery[] {
  return phases
    .filter(({ kind }) => arrivalKinds.get(kind)?.startsUsers ?? true)
    .map(({ name, start, status, delivery }) => {
      const expected = plan.phases.find((each) => each.name === name)?.expectedArrivals ?? 0;
      return start === null
        ? { phase: name, planned: expected, started: 0, fraction: 0, isCancelled: status === 'CANCELLED' }
        : { phase: name, ...delivery };
    });
}

/** Errors that are not part of a failure. */
export function errorsOf({ info, failures }: RunDocument): ReportFinding[] {
  return info.errors
    .filter(({ msg }) => !failures.some(({ message }) => message.includes(msg)))
    .map(({ agent, msg }) => ({ place: agent, message: msg }));
}

/**
 * One sentence for each kind of problem of the load generator: the worst case, and its phases. In an
 * inconclusive run, kinds that can be the reason of the run are left out, because the reason already names
 * them.
 */
export function suspicionsOf({ health, state }: RunDocument): ReportFinding[] {
  const diagnosed = state === 'inconclusive' ? ['lateness', 'cpu', 'stall', 'skew', 'missed'] : [];
  const byReason = Map.groupBy(
    health.suspicions.filter(({ reason }) => !diagnosed.includes(reason)),
    ({ reason }) => reason,
  );
  return [...byReason.values()].map((same) => {
    const worst = same.reduce((one, other) => (other.measured > one.measured ? other : one));
    const where = [...new Set(same.map(({ phase }) => phase))];
    const more = where.length === 1 ? '' : ` (in phase ${worst.phase}, the worst case)`;
    return { place: where.join(', '), message: worst.message + more };
  });
}

/** Removes the metric from a message. Documents of older releases have the metric in the message too. */
function withoutPlace(message: string, metric: string | null): string {
  return metric !== null && message.startsWith(`${metric}: `) ? message.slice(metric.length + 2) : message;
}
