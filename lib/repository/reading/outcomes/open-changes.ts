import type { Principal } from '../../../results/access.ts';
import { limits } from '../../../results/limits.ts';
import { openChanges } from '../../records/alerting/changes.ts';
import type { Repository } from '../../repository.ts';
import { visibleChanges } from '../visible-series.ts';

/**
 * The number of changes of a test that no user has confirmed or dismissed, at runs that the caller may see.
 * It is at most `openChangesMax`, and counts the latest changes of the first `openChangeVariablesMax`
 * variables.
 */
export async function openChangesOf(
  repository: Pick<Repository, 'runs' | 'table' | 'alerting'>,
  caller: Principal,
  testId: number,
): Promise<number> {
  const { variables } = await repository.alerting.ofTest(testId);
  const changes = openChanges(repository.table);
  const latest = await Promise.all(
    variables
      .slice(0, limits.openChangeVariablesMax)
      .map(({ id }) => changes.latestOf(id, limits.openChangesMax)),
  );
  const open = latest.flat().filter(({ confirmed }) => !confirmed);
  const visible = await visibleChanges(repository, caller, open);
  return Math.min(visible.length, limits.openChangesMax);
}
