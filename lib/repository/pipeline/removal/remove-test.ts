import { batching } from '../../batching-context.ts';
import type { RepositoryContext } from '../../context.ts';
import { openExpectations } from '../../records/alerting/expectations.ts';
import { trashRunsOf } from '../../records/runs/trash-test-runs.ts';
import type { Repository } from '../../repository.ts';
import type { Removal } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';
import { removeRule, removeVariable } from './remove-alerting.ts';

/** The most runs of a test that one step of its deletion puts into the trash. */
const stepRuns = 1000;
/** The most runs that are changed at the same time, so that the table can combine their writes. */
const runsAtOnce = 100;

/**
 * Deletes a test, and then its parts. Its runs go into the trash in steps, because a request has no time for
 * many runs. Actions for all tests remain. The call may be repeated after an interruption.
 */
export async function removeTest(
  context: RepositoryContext,
  { id, ...rest }: Extract<Removal, { readonly of: 'test' }>,
): Promise<TaskResult> {
  const { repository } = context;
  await repository.tests.remove(id);
  const step = { after: rest.after, runsMax: stepRuns, atOnce: runsAtOnce };
  const after = await trashRunsOf(batching(context).repository, id, step);
  if (after !== undefined) {
    const due = context.work.entry({ kind: 'remove', of: 'test', id, after }, 'now');
    return { due: [due], also: [due.write] };
  }
  await removeParts(repository, id);
  return {};
}

async function removeParts(repository: Repository, test: number): Promise<void> {
  const { table, parts, views, alerting, actions } = repository;
  await parts.removeAll(test);
  await views.removeAll(test);
  const { variables, rules } = await alerting.ofTest(test);
  for (const variable of variables) await removeVariable(repository, variable);
  for (const rule of rules) await removeRule(repository, rule);
  await openExpectations(table).removeAll(test);
  for (const { id } of await actions.ofTest(test)) await actions.remove(id);
}
