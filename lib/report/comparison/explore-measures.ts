import { changeOf, isSame, type Pair } from './change.ts';
import type { Change, ExploredChange } from './comparison-data.ts';
import { subjectsOf } from './gate.ts';
import { falseAlarms } from './judged-gate.ts';
import { type Measure, measureNamed, type Subject } from './measures.ts';
import type { MeasuredRun } from './runs/measured-run.ts';
import { falseDiscoveryAdjusted } from './statistics/many-tests.ts';
import { subjectText } from './words.ts';

/** A measure of a subject, without its values. */
type Named = Pick<Pair, 'subject' | 'measure'>;

/**
 * Tests every measure that all runs have and that no gate judges, for a change between the sides. A measure
 * with the same number in all runs is not tested, and does not count as a test in the correction.
 */
export function explore(
  baseline: readonly MeasuredRun[],
  candidate: readonly MeasuredRun[],
  judged: readonly Named[],
): readonly ExploredChange[] {
  const pairs = pairsOf(baseline, candidate, judged);
  const tested = pairs.filter((pair) => !isSame(pair)).map((pair) => changeOf(pair, falseAlarms));
  const adjusted = falseDiscoveryAdjusted(tested.map(({ p }) => p));
  const changes = tested.map((change, at) => withAdjusted(change, adjusted[at] ?? 1));
  const same = pairs.filter(isSame).map((pair) => withAdjusted(changeOf(pair, falseAlarms), 1));
  return [...changes, ...same];
}

const withAdjusted = (change: Change, adjusted: number): ExploredChange => ({
  ...change,
  adjusted,
  significant: adjusted <= falseAlarms,
});

const explored: readonly string[] = ['p50', 'p90', 'p99', 'p99.9', 'mean', 'errors', 'throughput'];

/** The fewest responses above a percentile in every run for which the percentile is compared. */
export const beyondMin = 10;

function pairsOf(
  baseline: readonly MeasuredRun[],
  candidate: readonly MeasuredRun[],
  judged: readonly Named[],
): readonly Pair[] {
  const runs = [...baseline, ...candidate];
  const metrics = subjectsOf(runs);
  const subjects: readonly Subject[] = [
    ...(metrics.length > 1 ? [{}] : []),
    ...metrics,
    // For an open load, the share of the plan that was sent is a number of each phase, not of each metric.
    ...[...new Set(metrics.map(({ phase }) => phase))].map((phase) => ({ phase })),
  ];
  return subjects.flatMap((subject) =>
    explored.flatMap((name) => {
      const isOpen = runs.some((run) => run.isOpen(subject));
      const measure = measureNamed(name, isOpen);
      if (measure === undefined || !belongsTo(subject, isOfPlan(measure))) return [];
      if (judged.some((gate) => isSameNumber(gate, { subject, measure }, metrics.length === 1))) return [];
      const { quantile } = measure;
      if (quantile !== undefined && runs.some((run) => run.responses(subject) * (1 - quantile) < beyondMin))
        return [];
      const pair = pairOf({ subject, measure }, baseline, candidate);
      return pair === undefined ? [] : [pair];
    }),
  );
}

/** True for the share of the plan that was sent: the throughput of an open load. */
const isOfPlan = ({ name, unit }: Measure): boolean => name === 'throughput' && unit === 'share';

/**
 * Whether a gate judges the number of a measure. If the runs have a single metric, its numbers are those of
 * all requests. The sent share of the plan is a number of the phase, also for a gate that names a metric.
 */
function isSameNumber(gate: Named, { subject, measure }: Named, isOnlyMetric: boolean): boolean {
  if (gate.measure.name !== measure.name) return false;
  if (isOnlyMetric && gate.subject.phase === undefined) return true;
  return isOfPlan(measure)
    ? gate.subject.phase === subject.phase
    : subjectText(gate.subject) === subjectText(subject);
}

/**
 * Whether a subject (all requests, a phase or a metric) has a measure. All requests have every measure.
 * Phases have only the sent part of the plan, and metrics have every other measure.
 */
const belongsTo = ({ phase, metric }: Subject, isSentShare: boolean): boolean =>
  phase === undefined || isSentShare === (metric === undefined);

/** The values of a measure in the runs of both sides. Undefined when a run lacks the value. */
export function pairOf(
  { subject, measure }: Named,
  baseline: readonly MeasuredRun[],
  candidate: readonly MeasuredRun[],
): Pair | undefined {
  const values = (runs: readonly MeasuredRun[]): number[] =>
    runs.flatMap((run) => run.value(subject, measure) ?? []);
  const pair = { subject, measure, baseline: values(baseline), candidate: values(candidate) };
  const hasAllRuns = pair.baseline.length === baseline.length && pair.candidate.length === candidate.length;
  return hasAllRuns ? pair : undefined;
}
