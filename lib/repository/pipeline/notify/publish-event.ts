import type { RepositoryContext } from '../../context.ts';
import type { RepositoryEvent } from '../../records/alerting/events.ts';
import type { Task } from '../../work/task.ts';
import type { TaskResult } from '../../work/task-handlers.ts';
import { isQuiet, listenersOf } from './listeners.ts';

/**
 * Publishes an event on the bus and creates a task for each of its actions, so that a failing webhook does
 * not delay the others.
 */
export async function publishEvent(
  { repository, work, outside, now }: RepositoryContext,
  { event, after = 0 }: Extract<Task, { readonly kind: 'event' }>,
): Promise<TaskResult> {
  if (outside === undefined)
    throw new Error('a bug in Downpour: this process has no access to the event bus');
  const test = event.testId === undefined ? undefined : await repository.tests.byId(event.testId);
  const isSilent = test !== undefined && isQuiet(test) && isNoticed(event);
  if (after === 0 && !isSilent) await outside.publish(event);
  const rest = listenersOf(await repository.actions.list(), event, test).filter(({ id }) => id > after);
  const actions = rest.slice(0, actionsMax);
  const due = actions.map(({ id }) => work.entry({ kind: 'webhook', action: id, event, at: now() }, 'now'));
  if (rest.length > actionsMax)
    due.push(work.entry({ kind: 'event', event, after: actions.at(-1)?.id ?? after }, 'now'));
  return { due, also: due.map(({ write }) => write) };
}

/**
 * True for an event that a test finds by itself: a change or missing data. The bus receives it only if the
 * test sends notifications.
 */
const isNoticed = ({ kind }: RepositoryEvent): boolean => kind === 'change/new' || kind === 'missing-data';

/**
 * The most actions that one task notifies, because all tasks that it creates are written in one transaction.
 * Another task notifies the rest.
 */
const actionsMax = 90;
