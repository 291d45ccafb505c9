import { DownpourError } from '../../../lib/errors.ts';
import { comparisonLimits } from '../../../lib/report/comparison/limits.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import type { Repository } from '../../../lib/repository/repository.ts';
import { maySee, type Principal } from '../../../lib/results/access.ts';
import { visibleRuns } from './measured-runs.ts';
import { runIds } from './run-ids.ts';

/**
 * The baseline runs of a report. The parameter contains their ids, or the name of a test. For a test, they
 * are its last runs with a verdict, without the run of the report.
 * @throws DownpourError RUN_NOT_FOUND or TEST_NOT_FOUND (404), COMPARISON_INVALID (400).
 */
export async function baselineOf(
  repository: Repository,
  caller: Principal,
  run: RunRow,
  { baseline, last }: { readonly baseline: string; readonly last: number },
): Promise<readonly RunRow[]> {
  const ids = runIds('baseline', baseline);
  if (ids !== undefined) return visibleRuns(repository, caller, ids);
  const test = await repository.tests.byName(baseline);
  if (test === undefined || !maySee(caller, test))
    throw new DownpourError(
      'TEST_NOT_FOUND',
      404,
      `there is no test '${baseline}' that you may see; name a test, or list ids of runs such as 11..15`,
    );
  const found: RunRow[] = [];
  let looked = 0;
  for await (const row of repository.runs.listed(caller, { testId: test.id }, { backward: true })) {
    looked += 1;
    if (row.id !== run.id && isJudged(row)) found.push(row);
    if (found.length === last || looked === comparisonLimits.lookedAtMax) break;
  }
  if (found.length > 0) return found.reverse();
  const message = `the test '${baseline}' cannot be the baseline, because none of its other runs among the newest ${comparisonLimits.lookedAtMax} has the verdict passed or failed; run the test once more, or give the ids of the runs for the baseline`;
  throw new DownpourError('COMPARISON_INVALID', 400, message);
}

const isJudged = ({ outcome }: RunRow): boolean => outcome?.state === 'passed' || outcome?.state === 'failed';
