import { arrivalKinds } from '../driver/arrivals/registry.ts';
import type { RunDocument } from '../driver/run/document.ts';
import { limitWords, placeOf } from './limit-words.ts';

/** What a run says beside its numbers. */

/** A sentence and the place that it is about. */
export type ReportFinding = { readonly place?: string; readonly message: string };

export type ReportFailure = ReportFinding & { readonly advice?: string };

/** Users that a phase was to start, and those that it did. */
export type Delivery = {
  readonly phase: string;
  readonly planned: number;
  readonly started: number;
  /**
   * Part of the planned load that was sent, 0 to 1. Says more than the numbers where users start again and
   * again.
   */
  readonly fraction: number;
};

/** Broken limits and failed phases. */
export function failuresOf({ failures }: RunDocument): ReportFailure[] {
  return failures.map(({ message, advice, ...at }) => ({
    place: placeOf(at),
    message: withoutPlace(message, at.metric),
    ...(advice === undefined ? {} : { advice }),
  }));
}

/** Limits that were broken when nobody can tell by whom: of an inconclusive run all of them. */
export const doubtsOf = ({ verdicts, state }: RunDocument): ReportFinding[] =>
  verdicts
    .filter(({ passed, unclear }) => !passed && (unclear === true || state === 'inconclusive'))
    .map((verdict) => ({ place: placeOf(verdict), message: verdict.message }));

/** Limits of the document that nothing was measured for. Documents of older releases do not list them. */
export const unjudgedOf = ({ unjudged = [] }: Pick<RunDocument, 'unjudged'>): ReportFinding[] =>
  unjudged.map((limit) => ({ place: placeOf(limit), message: `${limitWords(limit)} (no requests)` }));

/** A phase in which nobody arrives has nobody to deliver; of a phase that never started nobody came. */
export function deliveriesOf({ phases, plan }: RunDocument): Delivery[] {
  return phases
    .filter(({ kind }) => arrivalKinds.get(kind)?.startsUsers ?? true)
    .map(({ name, start, delivery }) => {
      const expected = plan.phases.find((each) => each.name === name)?.expectedArrivals ?? 0;
      return start === null
        ? { phase: name, planned: expected, started: 0, fraction: 0 }
        : { phase: name, ...delivery };
    });
}

/** Errors that no failure names already. */
export function errorsOf({ info, failures }: RunDocument): ReportFinding[] {
  return info.errors
    .filter(({ msg }) => !failures.some(({ message }) => message.includes(msg)))
    .map(({ agent, msg }) => ({ place: agent, message: msg }));
}

/**
 * One line for each reason to doubt the generator: the worst case, and where it was seen. The diagnosis of an
 * inconclusive run has said what its drives suffered from.
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
    const more = where.length === 1 ? '' : ` (in ${worst.phase}, where it was worst)`;
    return { place: where.join(', '), message: worst.message + more };
  });
}

/** Older documents name the metric in the message as well. */
function withoutPlace(message: string, metric: string | null): string {
  return metric !== null && message.startsWith(`${metric}: `) ? message.slice(metric.length + 2) : message;
}
