import type { RunOutcome } from '../../api.generated.ts';
import type { Principal } from '../../results/access.ts';
import { named } from '../reading/present-runs.ts';
import type { RunRow, RunTimes } from '../records/runs/runs.ts';
import type { Repository } from '../repository.ts';

/**
 * Filters of a list of runs that need only the rows, not the documents. Without a filter every run passes.
 */
export type RunFilter = RunTimes & {
  readonly state?: readonly RunOutcome['state'][] | undefined;
  /** The complete name of the benchmark of the selected runs. */
  readonly benchmark?: string | undefined;
  /** Words that must occur in the names of the test and the benchmark, or in the description. */
  readonly text?: string | undefined;
};

export const isFiltered = ({ from, to, state = [], benchmark, text = '' }: RunFilter): boolean =>
  from !== undefined ||
  to !== undefined ||
  state.length > 0 ||
  benchmark !== undefined ||
  wordsOf(text).length > 0;

/**
 * Selects the rows that pass the filter of states, benchmark and words. The list has already read only rows
 * in the selected times.
 */
export async function filteredRows(
  repository: Repository,
  caller: Principal,
  rows: readonly RunRow[],
  { state = [], benchmark, text = '' }: RunFilter,
): Promise<readonly RunRow[]> {
  const passing = rows.filter(
    ({ outcome }) =>
      (state.length === 0 || (outcome !== undefined && state.includes(outcome.state))) &&
      (benchmark === undefined || outcome?.benchmark === benchmark),
  );
  const words = wordsOf(text);
  if (words.length === 0 || passing.length === 0) return passing;
  const runs = await named(repository, caller, passing);
  return passing.filter((_, at) => {
    const { testName, outcome, description } = runs[at]!;
    const texts = [testName, outcome?.benchmark, description].map((each) => (each ?? '').toLowerCase());
    return words.every((word) => texts.some((each) => each.includes(word)));
  });
}

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
