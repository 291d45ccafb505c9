import { workDelivery } from '../../facts.ts';
import type { RepositoryContext } from '../context.ts';
import type { Item } from '../table.ts';
import { type Performers, performerOf } from './performer.ts';
import type { Due, Message } from './work.ts';

/** Times that a queue hands out a message before it goes to the dead letters. */
export const { attemptsMax } = workDelivery;

/** Until a failed attempt is followed by the next: 5, 20, 80 and 320 seconds. */
export const retryAfterS = (attempt: number): number => 5 * 4 ** (attempt - 1);

/**
 * Does what a queue has handed out, unless it was done already. What becomes due on the way goes to the queue.
 *
 * @param attempt from 1. The last one gives the task up when it fails.
 * @throws what the work failed with: then the queue hands it out again.
 */
export async function perform(
  context: RepositoryContext,
  performers: Performers,
  message: Message,
  attempt: number,
): Promise<void> {
  const { work } = context;
  const standing = await work.standing(message);
  if (standing === undefined) return;
  try {
    const { task, priority } = message;
    const { due = [], also } = await performerOf(performers, task)(context, task, priority);
    const isWritten = await work.done(message, also, standing.failure);
    if (isWritten || also === undefined) await work.send(due);
  } catch (error) {
    if (attempt >= attemptsMax) await work.giveUp(message, reasonOf(error));
    else await work.postpone(message, context.now() + retryAfterS(attempt) * 1000);
    throw error;
  }
}

/**
 * Does at once what was just written, and hands to the queue what becomes due on the way. Work that fails is the queue's:
 * whoever waits for an answer is answered.
 *
 * @param failure what is known of an earlier attempt that was given up: it goes with the success of this one.
 * @returns whether it is done.
 */
export async function doNow(
  context: RepositoryContext,
  performers: Performers,
  due: Due,
  failure?: Item,
): Promise<boolean> {
  const { work } = context;
  try {
    const { task, priority } = due;
    const outcome = await performerOf(performers, task)(context, task, priority);
    const isWritten = await work.done(due, outcome.also, failure);
    if (isWritten || outcome.also === undefined) await work.send(outcome.due ?? []);
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

/** Short enough for an item, and for whoever reads it. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1000);
