import type { TestSummary } from '../../../api.generated.ts';
import type { Principal } from '../../../results/access.ts';
import type { Repository } from '../../repository.ts';
import { lastRuns } from './last-runs.ts';
import { openChangesOf } from './open-changes.ts';

export type TestOutcomes = Pick<TestSummary, 'newest' | 'outcomes' | 'openChanges'>;

/**
 * The newest outcome of a test, a short line of its last runs, and the number of its open changes.
 * @param last the number of runs.
 */
export async function testOutcomes(
  repository: Repository,
  caller: Principal,
  testId: number,
  last: number,
): Promise<TestOutcomes> {
  const [{ runs }, changes] = await Promise.all([
    lastRuns(repository, caller, testId, { last }),
    openChangesOf(repository, caller, testId),
  ]);
  const newest = runs.at(-1)?.outcome;
  const outcomes = runs.map(({ id, start, outcome }) => ({
    id,
    start,
    state: outcome?.state ?? null,
    p99: outcome?.latencyNsP99 ?? null,
  }));
  return { ...(newest && { newest }), outcomes, openChanges: changes };
}
