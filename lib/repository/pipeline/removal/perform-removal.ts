import type { RepositoryContext } from '../../context.ts';
import { runTask } from '../../work/perform.ts';
import type { Removal, Task } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';
import type { OutboxEntry } from '../../work/work.ts';

/**
 * Deletes a schema, a test, variables or rules with their parts. The task is stored before anything is
 * deleted, so Downpour also finishes the deletion when this process dies, or when a write fails.
 * @throws the error of a failed deletion.
 */
export async function remove(context: RepositoryContext, removal: Removal, group: string): Promise<void> {
  const due = context.work.entry({ kind: 'remove', ...removal }, 'now', { group });
  await context.repository.table.write([due.write]);
  await finishRemoval(context, due);
}

/** Performs a stored removal in this process. */
export const finishRemoval = (context: RepositoryContext, due: OutboxEntry): Promise<void> =>
  runTask(context, { remove: performRemoval }, due);

/**
 * Deletes the schema, test, variables or rules that a task names, and parts that an interrupted attempt has
 * left. A process loads only the code for the kind that it deletes.
 */
export async function performRemoval(
  context: RepositoryContext,
  removal: Extract<Task, { readonly kind: 'remove' }>,
): Promise<TaskResult> {
  const { repository } = context;
  switch (removal.of) {
    case 'schema':
      return (await import('./remove-schema.ts')).removeSchema(context, removal.id);
    case 'test':
      return (await import('./remove-test.ts')).removeTest(context, removal);
    case 'variables':
    case 'rules': {
      const { removeRule, removeVariable } = await import('./remove-alerting.ts');
      const removeOne = removal.of === 'rules' ? removeRule : removeVariable;
      for (const id of removal.ids) await removeOne(repository, { id, testId: removal.test });
      return {};
    }
  }
}
