import { arrivalKinds } from '../driver/arrivals/registry.ts';
import type { RunDocument } from '../driver/run/document.ts';
import { limitWords, placeOf } from './limit-words.ts';

/** Findings of a run in addition to its numbers. */

/** A sentence and its subject, such as a phase and a metric. */
export type ReportFinding = { readonly place?: string; readonly message: string };

export type ReportFailure = ReportFinding & { readonly advice?: string };

/** Planned and started users of a phase. */
export type Delivery = {
  readonly phase: string;
  readonly planned: number;
  readonly started: number;
  /** Part of the planned load that was sent, 0 to 1. It is more useful than the numbers if users repeat. */
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

/** Broken limits without a known cause: in an inconclusive run all of them. */
export const doubtsOf = ({ verdicts, state }: RunDocument): ReportFinding[] =>
  verdicts
    .filter(({ passed, unclear }) => !passed && (unclear === true || state === 'inconclusive'))
    .map((verdict) => ({ place: placeOf(verdict), message: verdict.message }));

/** Limits of the document without a measurement. Documents of older releases do not list them. */
export const unjudgedOf = ({ unjudged = [] }: Pick<RunDocument, 'unjudged'>): ReportFinding[] =>
  unjudged.map((limit) => ({ place: placeOf(limit), message: `${limitWords(limit)} (no requests)` }));

/** Phases without arrivals have no delivery. In a phase that never started, no user started. */
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

/** Errors that are not part of a failure. */
export function errorsOf({ info, failures }: RunDocument): ReportFinding[] {
  return info.errors
    .filter(({ msg }) => !failures.some(({ message }) => message.includes(msg)))
    .map(({ agent, msg }) => ({ place: agent, message: msg }));
}

/**
 * A line for each reason to doubt the generator: the worst case, and its phases. In an inconclusive run the
 * diagnosis already names the problems of its drives.
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
