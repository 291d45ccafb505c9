import type { RepositoryContext } from '../context.ts';
import type { Write } from '../table.ts';
import type { Priority, Task } from './task.ts';
import type { Due } from './work.ts';

/** What came of a task. */
export type Outcome = {
  /** What was made due, as it was written, or as it stands in `also`. */
  readonly due?: readonly Due[];
  /**
   * Written in the transaction that takes the task off the list, so once, however often the task is done. When a condition
   * of these does not hold, none is written, and nothing of `due` is handed on.
   */
  readonly also?: readonly Write[];
  /** How many datasets were made. */
  readonly made?: number;
};

/**
 * Does the task of one kind. It may be called twice, at once or one after the other, and after it died anywhere.
 *
 * @param priority of what it makes due itself.
 */
export type Performer<Kind extends Task['kind']> = (
  context: RepositoryContext,
  task: Extract<Task, { readonly kind: Kind }>,
  priority: Priority,
) => Promise<Outcome>;

export type Performers = { readonly [Kind in Task['kind']]?: Performer<Kind> };

export function performerOf(performers: Performers, { kind }: Task): Performer<Task['kind']> {
  const performer = performers[kind];
  if (performer === undefined) throw new Error(`nobody does tasks of the kind ${kind}`);
  return performer as Performer<Task['kind']>;
}
