import type { Difference } from './comparison-data.ts';
import { pairOf } from './explore-measures.ts';
import type { Aim } from './gate.ts';
import type { MeasuredDocument } from './runs/measured-document.ts';
import type { MeasuredRun } from './runs/measured-run.ts';
import { whatOf } from './words.ts';

export type NamedDocument = { readonly name: string; readonly document: MeasuredDocument };

/** The reasons why these runs cannot be compared, as sentences. Empty when they can be compared. */
export function problemsOf(
  runs: readonly NamedDocument[],
  differences: readonly Difference[],
): readonly string[] {
  const problems = [
    definitionProblem(differences),
    repeatedRuns(runs),
    notJudged(runs),
    cancelled(runs),
  ].flat();
  return [...new Set(problems)];
}

function definitionProblem(differences: readonly Difference[]): string[] {
  const parts = differences.filter(({ ofDefinition }) => ofDefinition).map(({ what }) => what);
  return parts.length === 0
    ? []
    : [`the runs have different loads: ${parts.join(', ')} ${parts.length === 1 ? 'differs' : 'differ'}`];
}

export function repeatedRuns(runs: readonly NamedDocument[]): string[] {
  const byRun = Map.groupBy(runs, ({ document }) => document.info.id);
  return [...byRun.values()]
    .filter((same) => same.length > 1)
    .map((same) => {
      const names = new Set(same.map(({ name }) => name));
      const what = names.size === 1 ? 'is in the comparison more than once' : 'are the same run';
      return `${new Intl.ListFormat('en-GB').format(names)} ${what}`;
    });
}

/**
 * The states of runs whose numbers are incomplete, or do not describe the target. Such runs are not compared.
 */
const unjudged: readonly string[] = ['inconclusive', 'stopped', 'incomplete'];

function notJudged(runs: readonly NamedDocument[]): string[] {
  return runs
    .filter(({ document }) => unjudged.includes(document.state))
    .map(({ name, document: { state, reason } }) =>
      reason === undefined ? `${name} is ${state}` : `${name} is ${state}: ${reason}`,
    );
}

/** The phases that ran only in some of the runs. */
function cancelled(runs: readonly NamedDocument[]): string[] {
  const phases = new Set(runs.flatMap(({ document }) => document.phases.map(({ name }) => name)));
  return [...phases].flatMap((phase) => {
    const without = runs.filter(({ document }) =>
      document.phases.some(({ name, start }) => name === phase && start === null),
    );
    if (without.length === 0 || without.length === runs.length) return [];
    return [`phase ${phase} did not start in ${without.map(({ name }) => name).join(', ')}`];
  });
}

/** The gates for which a run has no number. */
export function unmeasured(aims: readonly Aim[], runs: readonly MeasuredRun[]): readonly string[] {
  return aims.flatMap((aim) => {
    const without = runs.filter((run) => pairOf(aim, [run], []) === undefined).map(({ name }) => name);
    return without.length === 0 ? [] : [`${whatOf(aim)} was not measured in ${without.join(', ')}`];
  });
}
