import type { RunDocument } from '../../driver/run/document.ts';
import { metricName } from '../limit-words.ts';
import { MeasuredRun, type MetricSubject, type Subject, totalPercentiles } from './measured-run.ts';
import { type Measure, measureNamed, measureNames } from './measures.ts';
import { subjectText } from './words.ts';

/** A limit that a comparison is judged by: so much worse is still accepted. */
export type Gate = {
  /**
   * Name of a metric, `phase/metric`, with its request in parentheses where others have the metric, or
   * absent: all requests.
   */
  readonly subject?: string;
  readonly measure: string;
  /** 0.1: 10 %, or for `errors` and an open load's `throughput` 10 percentage points. */
  readonly limit: number;
};

/** Few, because every further gate asks for more runs. */
export const defaultGates: readonly Gate[] = [
  { measure: 'p99', limit: 0.1 },
  { measure: 'errors', limit: 0.01 },
];

/** `p99:10%`, `browse:p99:10%` or `main/browse:errors:1%`. The text of an error says what was expected. */
export function parseGate(text: string): Gate | { readonly error: string } {
  const parts = text.split(':');
  const [limit, measure] = [parts.pop()?.trim() ?? '', parts.pop()?.trim() ?? ''];
  const subject = parts.join(':').trim();
  if (measure === '') return { error: 'expected MEASURE:LIMIT or METRIC:MEASURE:LIMIT, such as p99:10%' };
  const known = measureNamed(measure);
  if (known === undefined) return { error: `'${measure}' is not measured: expected ${measureNames}` };
  const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(limit)?.[1];
  if (percent === undefined) return { error: `'${limit}' is no limit: expected a percentage such as 10%` };
  if (Number(percent) >= 100 && known.worse === 'lower')
    return { error: `${measure} cannot fall by more than 100 %: expected less` };
  if (subject === '' && known.quantile !== undefined && !totalPercentiles.includes(measure))
    return {
      error: `of all requests there are ${totalPercentiles.join(', ')}: name a metric for ${measure}`,
    };
  return { ...(subject === '' ? {} : { subject }), measure, limit: Number(percent) / 100 };
}

/** What a gate measures in these runs; a metric of several phases is judged in each. */
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

/** Names in gates that no run has, and those that there are. */
export function unknownSubjects(
  gates: readonly Gate[],
  runs: readonly { readonly name: string; readonly document: RunDocument }[],
): { readonly unknown: readonly string[]; readonly known: readonly string[] } {
  const subjects = subjectsOf(runs.map(({ name, document }) => new MeasuredRun(name, document)));
  const unknown = gates.flatMap(({ subject: name }) =>
    name === undefined || subjects.some((subject) => isNamed(subject, name)) ? [] : [name],
  );
  return { unknown: [...new Set(unknown)], known: subjects.map(subjectText) };
}

/**
 * Of all runs, each once, in the order of their first appearance. Requests with one metric are apart where
 * all runs that have the metric name the same ones, and together where they do not, as in runs of older
 * releases.
 */
export function subjectsOf(runs: readonly MeasuredRun[]): readonly MetricSubject[] {
  const all = runs.flatMap((run) => run.subjects);
  const metrics = new Map(
    all.map(({ phase, metric }) => [subjectText({ phase, metric }), { phase, metric }]),
  );
  return [...metrics.values()].flatMap((subject) => requestsOf(subject, runs) ?? [subject]);
}

/** Undefined where the metric alone is compared. */
function requestsOf(of: MetricSubject, runs: readonly MeasuredRun[]): readonly MetricSubject[] | undefined {
  const [first = [], ...others] = runs
    .map(({ subjects }) => subjects.filter(({ phase, metric }) => phase === of.phase && metric === of.metric))
    .filter((requests) => requests.length > 0);
  const named = (requests: readonly MetricSubject[]): string =>
    JSON.stringify(requests.map(({ request }) => request ?? '').sort());
  const isSame = others.every((requests) => named(requests) === named(first));
  return isSame && first.every(({ request }) => request !== undefined) ? first : undefined;
}

/** By its metric, and by the metric with its request; with or without its phase. */
function isNamed(subject: MetricSubject, name: string | undefined): boolean {
  const { phase, metric } = subject;
  return [metric, metricName(subject), subjectText({ phase, metric }), subjectText(subject)].some(
    (each) => each === name,
  );
}
