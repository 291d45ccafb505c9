import type { RepositoryContext } from '../../context.ts';
import type { TaskResult } from '../../work/handler.ts';
import { runTask } from '../../work/perform.ts';
import type { Removal, Task } from '../../work/task.ts';
import type { OutboxEntry } from '../../work/work.ts';
import { removeSchema } from './remove-schema.ts';
import { removeTest } from './remove-test.ts';
import { removeRule, removeVariable } from './remove-watched.ts';

type Context = Pick<RepositoryContext, 'repository' | 'work' | 'now'>;

/**
 * Deletes a record with its parts. The task is stored before anything is deleted, so Downpour also finishes
 * the deletion when this process dies, or when a write fails.
 *
 * @throws the error of a failed deletion.
 */
export async function remove(context: Context, removal: Removal, group: string): Promise<void> {
  const due = context.work.entry({ kind: 'remove', ...removal }, 'now', { group });
  await context.repository.table.write([due.write]);
  await finishRemoval(context, due);
}

/** Performs a stored removal in this process. */
export const finishRemoval = (context: Context, due: OutboxEntry): Promise<void> =>
  runTask(context, { remove: performRemoval }, due);

/** Deletes the records of a task, and parts that an interrupted attempt has left. */
export async function performRemoval(
  context: Context,
  removal: Extract<Task, { readonly kind: 'remove' }>,
): Promise<TaskResult> {
  const { repository } = context;
  switch (removal.of) {
    case 'test':
      await removeTest(repository, removal.id);
      return {};
    case 'schema':
      return removeSchema(context, removal.id);
    case 'variables':
      for (const id of removal.ids) await removeVariable(repository, { id, testId: removal.test });
      return {};
    case 'rules':
      for (const id of removal.ids) await removeRule(repository, { id, testId: removal.test });
      return {};
  }
}
