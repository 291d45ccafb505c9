import type { Write } from '../ports/table.ts';
import type { Priority, Task } from './task.ts';
import type { OutboxEntry } from './work.ts';

/** The result of performing a task. */
export type TaskResult = {
  /** New tasks that the task created. They are written to the outbox already, or `also` writes them. */
  readonly due?: readonly OutboxEntry[];
  /**
   * Writes for the transaction that removes the task from the outbox. They happen once, however often the
   * handler runs. When a condition does not hold, none of them is written, and no task of `due` is sent to
   * the queue.
   */
  readonly also?: readonly Write[];
  /** The number of datasets that the task made. */
  readonly made?: number;
};

/**
 * Performs the tasks of one kind. A handler may run twice for a task, concurrently or in sequence, and after
 * it was interrupted anywhere.
 *
 * @param priority the priority of the tasks that the handler creates.
 */
export type Handler<Context, Kind extends Task['kind']> = (
  context: Context,
  task: Extract<Task, { readonly kind: Kind }>,
  priority: Priority,
) => Promise<TaskResult>;

export type Handlers<Context> = { readonly [Kind in Task['kind']]?: Handler<Context, Kind> };

export function handlerOf<Context>(
  handlers: Handlers<Context>,
  { kind }: Task,
): Handler<Context, Task['kind']> {
  const handler = handlers[kind];
  if (handler === undefined)
    throw new Error(
      `Downpour has no handler for tasks of the kind ${kind}; another release of Downpour may have made the task`,
    );
  return handler as Handler<Context, Task['kind']>;
}
