import { openExpectations } from '../../records/alerting/expectations.ts';
import { trashRunsOf } from '../../records/runs/trash.ts';
import type { Repository } from '../../repository.ts';
import { removeRule, removeVariable } from './remove-watched.ts';

/**
 * Deletes a test with its parts. Its runs go into the trash, and actions for all tests remain. The call may
 * be repeated after an interruption. The test is deleted last, and then parts that were added meanwhile.
 */
export async function removeTest(repository: Repository, id: number): Promise<void> {
  await removeParts(repository, id);
  if (await repository.tests.remove(id)) await removeParts(repository, id);
}

async function removeParts(repository: Repository, test: number): Promise<void> {
  const { table, parts, views, alerting, actions } = repository;
  await trashRunsOf(repository, test);
  await parts.removeAll(test);
  await views.removeAll(test);
  const { variables, rules } = await alerting.ofTest(test);
  for (const variable of variables) await removeVariable(repository, variable);
  for (const rule of rules) await removeRule(repository, rule);
  await openExpectations(table).removeAll(test);
  for (const { id } of await actions.ofTest(test)) await actions.remove(id);
}
