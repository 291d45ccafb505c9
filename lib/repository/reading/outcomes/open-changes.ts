import type { Principal } from '../../../results/access.ts';
import { openChanges, stateOf } from '../../records/alerting/changes.ts';
import type { Repository } from '../../repository.ts';
import { visibleAtRuns } from '../visible-series.ts';
import { outcomeLimits } from './limits.ts';

/**
 * Counts the open changes of each test at runs that the caller may see. A change is open until a user
 * confirms or dismisses it. Only the latest `openChangesRead` changes of all tests are read, so the cost does
 * not depend on the number of tests.
 * @returns the counts by id of the test, at most `openChangesMax` each. A test without open changes is
 * missing.
 */
export async function openChangeCounts(
  repository: Pick<Repository, 'runs' | 'table'>,
  caller: Principal,
  tests: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const records = openChanges(repository.table);
  const { places } = await records.places(outcomeLimits.openChangesRead);
  // An entry that an earlier release wrote lacks the test and the state, so its change must be read.
  const possible = places.filter(
    ({ testId, state = 'open' }) => state === 'open' && (testId === undefined || tests.has(testId)),
  );
  const changes = await records.many(possible);
  const open = changes.filter((change) => tests.has(change.testId) && stateOf(change) === 'open');
  const visible = await visibleAtRuns(repository, caller, open);
  const byTest = Map.groupBy(visible, ({ testId }) => testId);
  return new Map([...byTest].map(([id, same]) => [id, Math.min(same.length, outcomeLimits.openChangesMax)]));
}
