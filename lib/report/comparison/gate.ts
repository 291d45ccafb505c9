import { metricName } from '../metric-name.ts';
import { type Measure, type MetricSubject, measureNamed, measureNames, type Subject } from './measures.ts';
import type { MeasuredDocument } from './runs/measured-document.ts';
import { MeasuredRun, totalPercentiles } from './runs/measured-run.ts';
import { subjectText } from './words.ts';

/** A limit for a comparison: a change for the worse up to this limit is accepted. */
export type Gate = {
  /**
   * The name of a metric or `phase/metric`, with its request in parentheses if several requests have the
   * metric. Absent: all requests.
   */
  readonly subject?: string;
  readonly measure: string;
  /**
   * The accepted change. 0.1 is 10 %, or 10 percentage points for `errors` and for the `throughput` of an
   * open load.
   */
  readonly limit: number;
};

/** The gates that apply by default. There are only a few, because every further gate needs more runs. */
export const defaultGates: readonly Gate[] = [
  { measure: 'p99', limit: 0.1 },
  { measure: 'errors', limit: 0.01 },
];

/**
 * Parses a gate such as `p99:10%`, `browse:p99:10%` or `main/browse:errors:1%`. The text of an error
 * describes the expected form.
 */
export function parseGate(text: string): Gate | { readonly error: string } {
  const parts = text.split(':');
  const [limit, measure] = [parts.pop()?.trim() ?? '', parts.pop()?.trim() ?? ''];
  const subject = parts.join(':').trim();
  if (measure === '') return { error: 'expected MEASURE:LIMIT or METRIC:MEASURE:LIMIT, such as p99:10%' };
  const known = measureNamed(measure);
  if (known === undefined) return { error: `'${measure}' is not a measure: expected ${measureNames}` };
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(limit)?.[1];
  if (percent === undefined) return { error: `'${limit}' is not a limit: expected a percentage such as 10%` };
  if (Number(percent) >= 100 && known.worse === 'lower')
    return {
      error: `the limit of ${measure} must be below 100 %, because ${measure} cannot fall by more than 100 %`,
    };
  if (subject === '' && known.quantile !== undefined && !totalPercentiles.includes(measure))
    return {
      error: `without a metric, only the percentiles ${totalPercentiles.join(', ')} can be judged: for ${measure}, name a metric, as in products:${measure}:${limit}`,
    };
  return { ...(subject === '' ? {} : { subject }), measure, limit: Number(percent) / 100 };
}

/**
 * A gate together with what it judges: one measure of one subject. A gate for a metric of several phases
 * judges each phase.
 */
export type Aim = { readonly gate: Gate; readonly subject: Subject; readonly measure: Measure };

export function aimsOf(gates: readonly Gate[], runs: readonly MeasuredRun[]): readonly Aim[] {
  const subjects = subjectsOf(runs);
  return gates.flatMap((gate) => {
    const named =
      gate.subject === undefined ? [{}] : subjects.filter((subject) => isNamed(subject, gate.subject));
    return named.flatMap((subject: Subject) => {
      const measure = measureNamed(
        gate.measure,
        runs.some((run) => run.isOpen(subject)),
      );
      return measure === undefined ? [] : [{ gate, subject, measure }];
    });
  });
}

/** The problem of gates with names of metrics that no run has. Undefined when the runs have all of them. */
export function unknownMetricsOf(
  gates: readonly Gate[],
  runs: readonly { readonly name: string; readonly document: MeasuredDocument }[],
): string | undefined {
  const subjects = subjectsOf(runs.map(({ name, document }) => new MeasuredRun(name, document)));
  const unknown = gates.flatMap(({ subject: name }) =>
    name === undefined || subjects.some((subject) => isNamed(subject, name)) ? [] : [name],
  );
  const known = subjects.map((subject) => `'${subjectText(subject)}'`).join(', ');
  return unknown.length === 0
    ? undefined
    : `the compared runs do not have the metric ${[...new Set(unknown)].map((name) => `'${name}'`).join(', ')}; their metrics are ${known}`;
}

/**
 * The metrics of all runs, each once, in the order of their first appearance. If all runs have the same
 * requests, each request with a metric is compared alone. Otherwise the numbers of all requests with the
 * metric are added, for example when an older release of Downpour made one of the runs.
 */
export function subjectsOf(runs: readonly MeasuredRun[]): readonly MetricSubject[] {
  const all = runs.flatMap((run) => run.subjects);
  const metrics = new Map(
    all.map(({ phase, metric }) => [subjectText({ phase, metric }), { phase, metric }]),
  );
  return [...metrics.values()].flatMap((subject) => requestsOf(subject, runs) ?? [subject]);
}

/** The requests with a metric. Undefined if the metric is compared as a whole. */
function requestsOf(of: MetricSubject, runs: readonly MeasuredRun[]): readonly MetricSubject[] | undefined {
  const [first = [], ...others] = runs
    .map(({ subjects }) => subjects.filter(({ phase, metric }) => phase === of.phase && metric === of.metric))
    .filter((requests) => requests.length > 0);
  const named = (requests: readonly MetricSubject[]): string =>
    JSON.stringify(requests.map(({ request }) => request ?? '').sort());
  const isSame = others.every((requests) => named(requests) === named(first));
  return isSame && first.every(({ request }) => request !== undefined) ? first : undefined;
}

/** True if a name is the metric, or the metric with its request. The name may begin with the phase. */
function isNamed(subject: MetricSubject, name: string | undefined): boolean {
  const { phase, metric } = subject;
  return [metric, metricName(subject), subjectText({ phase, metric }), subjectText(subject)].some(
    (each) => each === name,
  );
}
