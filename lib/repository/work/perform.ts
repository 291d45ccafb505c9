import { workDelivery } from '../../facts.ts';
import type { Item } from '../ports/table.ts';
import { type Handlers, handlerOf } from './handler.ts';
import type { Due, Message, Work } from './work.ts';

/** Times that a queue hands out a message before it goes to the dead letters. */
export const { attemptsMax } = workDelivery;

/** Until a failed attempt is followed by the next: 5, 20, 80 and 320 seconds. */
export const retryAfterS = (attempt: number): number => 5 * 4 ** (attempt - 1);

/** What every task needs, whatever its handler needs besides. */
type WorkContext = { readonly work: Work; readonly now: () => number };

/**
 * Does the task of a message from the queue, unless it is done already. Tasks that become due go to the queue.
 *
 * @param attempt from 1. The last one gives the task up when it fails.
 * @throws the error of the handler: then the queue delivers the message again.
 */
export async function perform<Context extends WorkContext>(
  context: Context,
  handlers: Handlers<Context>,
  message: Message,
  attempt: number,
): Promise<void> {
  const { work } = context;
  const standing = await work.standing(message);
  if (standing === undefined) return;
  try {
    await runTask(context, handlers, message, standing.failure);
  } catch (error) {
    if (attempt >= attemptsMax) await work.giveUp(message, reasonOf(error));
    else await work.postpone(message, context.now() + retryAfterS(attempt) * 1000);
    throw error;
  }
}

/**
 * Does a task that was just written in the same process. A task that fails goes to the queue, so its caller can answer.
 *
 * @param failure of an earlier attempt that was given up: it is deleted when this one succeeds.
 * @returns whether it is done.
 */
export async function runInline<Context extends WorkContext>(
  context: Context,
  handlers: Handlers<Context>,
  due: Due,
  failure?: Item,
): Promise<boolean> {
  const { work } = context;
  try {
    await runTask(context, handlers, due, failure);
    return true;
  } catch (error) {
    work.warn(
      `the task ${JSON.stringify(due.task)} failed at its first attempt; it goes to the queue`,
      error,
    );
    await work.send([due]);
    return false;
  }
}

async function runTask<Context extends WorkContext>(
  context: Context,
  handlers: Handlers<Context>,
  pending: Message,
  failure?: Item,
): Promise<void> {
  const { work } = context;
  const { task, priority } = pending;
  const { due = [], also } = await handlerOf(handlers, task)(context, task, priority);
  const isWritten = await work.done(pending, also, failure);
  if (isWritten || also === undefined) await work.send(due);
}

/** Short enough for an item, and for whoever reads it. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1000);
