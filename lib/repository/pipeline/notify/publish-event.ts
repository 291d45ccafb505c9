import type { RepositoryContext } from '../../context.ts';
import type { TaskResult } from '../../work/handler.ts';
import type { Task } from '../../work/task.ts';
import { listenersOf } from './listeners.ts';

/**
 * Publishes an event on the bus and creates a task for each of its actions, so that a failing webhook does
 * not delay the others.
 */
export async function publishEvent(
  { repository, work, outside, now }: RepositoryContext,
  { event }: Extract<Task, { readonly kind: 'event' }>,
): Promise<TaskResult> {
  if (outside === undefined) throw new Error('this service cannot send events');
  await outside.publish(event);
  const test = event.testId === undefined ? undefined : await repository.tests.byId(event.testId);
  const due = listenersOf(await repository.actions.list(), event, test)
    .slice(0, actionsMax)
    .map(({ id }) => work.entry({ kind: 'webhook', action: id, event, at: now() }, 'now'));
  return { due, also: due.map(({ write }) => write) };
}

/** The limit of actions for one event, because all tasks of an event are written in one transaction. */
const actionsMax = 90;
