import type { TestSummary } from '../../../api.generated.ts';
import type { Principal } from '../../../results/access.ts';
import type { Repository } from '../../repository.ts';
import { lastRuns } from './last-runs.ts';
import { openChangeCounts } from './open-changes.ts';

export type TestOutcomes = Pick<TestSummary, 'newest' | 'outcomes' | 'openChanges'>;

/**
 * For each test: the newest outcome, the outcomes of its last runs, and the number of its open changes.
 * @param last the number of runs.
 */
export async function testOutcomes(
  repository: Pick<Repository, 'runs' | 'table'>,
  caller: Principal,
  tests: readonly number[],
  last: number,
): Promise<readonly TestOutcomes[]> {
  const [counts, lines] = await Promise.all([
    openChangeCounts(repository, caller, new Set(tests)),
    Promise.all(tests.map((test) => lastRuns(repository, caller, test, { last }))),
  ]);
  return lines.map(({ runs }, at) => {
    const newest = runs.at(-1)?.outcome;
    const outcomes = runs.map(({ id, start, outcome }) => ({
      id,
      start,
      state: outcome?.state ?? null,
      p99: outcome?.latencyNsP99 ?? null,
    }));
    return { ...(newest && { newest }), outcomes, openChanges: counts.get(tests[at] ?? 0) ?? 0 };
  });
}
