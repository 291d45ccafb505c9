import type { Comparison, Difference, JudgedGate, SideName, SideRun, WithinRuns } from './comparison-data.ts';
import { differencesOf } from './differences.ts';
import { explore, pairOf } from './explore-measures.ts';
import { type Aim, aimsOf, type Gate, subjectsOf } from './gate.ts';
import { judgeGates } from './judged-gate.ts';
import { measureNamed } from './measures.ts';
import { type NamedDocument, problemsOf, repeatedRuns, unmeasured } from './not-comparable.ts';
import type { MeasuredDocument } from './runs/measured-document.ts';
import { MeasuredRun } from './runs/measured-run.ts';
import { orderOf } from './runs/run-order.ts';
import { withinRun } from './runs/within-run.ts';
import { warningsOf } from './warnings.ts';

/** A run of a comparison. `Document` is the part of the run document that the caller has read. */
export type ComparedRun<Document extends MeasuredDocument = MeasuredDocument> = NamedDocument & {
  readonly id?: number;
  readonly document: Document;
};

export type ComparisonOrder = {
  readonly baseline: readonly ComparedRun[];
  readonly candidate: readonly ComparedRun[];
  readonly gates: readonly Gate[];
  /** True: runs with different definitions are compared too. The differences are reported. */
  readonly allowsDifferences?: boolean;
};

/**
 * Compares the runs of two sides. Each run counts with one number. The seconds within a run depend on each
 * other, so they cannot show how runs differ.
 */
export function compareRuns(order: ComparisonOrder): Comparison {
  const { baseline, candidate, allowsDifferences = false } = order;
  const sides = { baseline: measured(baseline), candidate: measured(candidate) };
  const runs = [...sides.baseline, ...sides.candidate];
  const aims = aimsOf(order.gates, runs);
  const differences = differencesOf(runs);
  const inTime = orderOf([...onSide(baseline, 'baseline'), ...onSide(candidate, 'candidate')]);
  const facts = {
    baseline: baseline.map(sideRun),
    candidate: candidate.map(sideRun),
    order: inTime,
    differences,
    warnings: warningsOf(runs, inTime, aims),
  };
  const invalidReasons = problemsOf(runs, allowsDifferences ? [] : differences);
  const missing = unmeasured(aims, runs);
  if (invalidReasons.length === 0) {
    // A measure that is worse decides even if another measure is missing. For example, runs in which every
    // request fails have no response times.
    const found = judged(sides, aims);
    const warnings = [
      ...facts.warnings,
      ...missing.map((each) => `${each}, so Downpour does not judge the gate of this measure`),
    ];
    if (missing.length === 0 || found.outcome === 'worse')
      return { ...facts, warnings, problems: [], ...found };
  }
  const problems = invalidReasons.length > 0 ? invalidReasons : missing;
  const [reason = ''] = problems;
  const recommendation = recommendationOfInvalid(runs, differences, allowsDifferences);
  return {
    outcome: 'invalid',
    reason,
    recommendation,
    ...facts,
    problems,
    gates: [],
    explored: [],
    within: [],
  };
}

type Sides = Readonly<Record<SideName, readonly MeasuredRun[]>>;

function judged(
  { baseline, candidate }: Sides,
  aims: readonly Aim[],
): Pick<Comparison, 'outcome' | 'reason' | 'recommendation' | 'gates' | 'explored' | 'within'> {
  const pairs = aims.flatMap((aim) => {
    const pair = pairOf(aim, baseline, candidate);
    return pair === undefined ? [] : [{ ...pair, limit: aim.gate.limit }];
  });
  const gates = judgeGates(pairs);
  const [one, other] = [baseline[0], candidate[0]];
  const isSingle = baseline.length === 1 && candidate.length === 1;
  return {
    ...conclusionOf(gates),
    gates,
    explored: isSingle ? [] : explore(baseline, candidate, pairs),
    within: isSingle && one && other ? withinRuns(one, other) : [],
  };
}

/**
 * The outcome of all gates. The worst gate decides. A gate with the outcome `cannot tell` counts more than a
 * gate that holds.
 */
function conclusionOf(
  gates: readonly JudgedGate[],
): Pick<Comparison, 'outcome' | 'reason' | 'recommendation'> {
  const outcome = (['worse', 'cannot tell', 'not worse'] as const).find((each) =>
    gates.some((gate) => gate.outcome === each),
  );
  if (outcome === undefined)
    return { outcome: 'cannot tell', reason: 'the runs have none of the values that the gates judge' };
  const decisive = gates.filter((gate) => gate.outcome === outcome);
  const reason = [...new Set(decisive.map((gate) => gate.reason))].join('; ');
  const recommendations = decisive.flatMap(({ recommendation }) => recommendation ?? []);
  const most = recommendations.sort((one, other) => size(other) - size(one))[0];
  return { outcome, reason, ...(most === undefined ? {} : { recommendation: most.text }) };
}

type Recommendation = NonNullable<JudgedGate['recommendation']>;
const size = ({ runs }: Recommendation): number =>
  runs === undefined ? Number.POSITIVE_INFINITY : runs.baseline + runs.candidate;

function recommendationOfInvalid(
  runs: readonly NamedDocument[],
  differences: readonly Difference[],
  allowsDifferences: boolean,
): string {
  if (!allowsDifferences && differences.some(({ ofDefinition }) => ofDefinition))
    return 'run the same document with the same parameters; if you want to compare different loads, add --allow-differences';
  return repeatedRuns(runs).length > 0
    ? 'name each run only once'
    : 'leave these runs out of the comparison, or run their benchmarks again';
}

const measured = (runs: readonly ComparedRun[]): readonly MeasuredRun[] =>
  runs.map(({ name, document }) => new MeasuredRun(name, document));

const onSide = (runs: readonly ComparedRun[], side: SideName) => runs.map((run) => ({ ...run, side }));

const sideRun = ({ name, id, document }: ComparedRun): SideRun => ({
  name,
  ...(id === undefined ? {} : { id }),
  benchmark: document.info.benchmark,
  state: document.state,
  startTime: document.info.startTime,
  suspect: document.health.suspect,
});

const measuresWithinRuns: readonly string[] = ['p50', 'p90', 'p99', 'mean'];

function withinRuns(baseline: MeasuredRun, candidate: MeasuredRun): readonly WithinRuns[] {
  return subjectsOf([baseline, candidate]).flatMap((subject) =>
    measuresWithinRuns.flatMap((name) => {
      const measure = measureNamed(name);
      if (measure === undefined) return [];
      const [one, other] = [withinRun(baseline, subject, measure), withinRun(candidate, subject, measure)];
      return one === undefined || other === undefined
        ? []
        : [{ subject, measure, baseline: one, candidate: other }];
    }),
  );
}
