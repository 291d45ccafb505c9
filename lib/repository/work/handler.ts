import type { Write } from '../ports/table.ts';
import type { Priority, Task } from './task.ts';
import type { Due } from './work.ts';

/** The result of a task. */
export type TaskResult = {
  /** The tasks that became due, as they were written, or as they stand in `also`. */
  readonly due?: readonly Due[];
  /**
   * Written in the transaction that takes the task off the list: once, however often the handler runs. When a condition of
   * these does not hold, none is written, and nothing of `due` goes to the queue.
   */
  readonly also?: readonly Write[];
  /** Number of datasets that were made. */
  readonly made?: number;
};

/**
 * Does the tasks of one kind. It may be called twice, at once or one after the other, and after it died anywhere.
 *
 * @param priority of the tasks that it makes due itself.
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
  if (handler === undefined) throw new Error(`no handler for tasks of the kind ${kind}`);
  return handler as Handler<Context, Task['kind']>;
}
