import { afterFailure } from '../../errors.ts';
import { workDelivery } from '../../facts/work-delivery.ts';
import type { Item } from '../ports/table.ts';
import { type Handlers, handlerOf } from './task-handlers.ts';
import type { Message, OutboxEntry, Work } from './work.ts';

/** The number of deliveries before the queue moves a message to the dead letters. */
export const { attemptsMax } = workDelivery;

/** The most seconds of delay that another service may ask for. */
const askedSMax = 3600;

/** The error of a task when another service asks to be called again after `afterS` seconds. */
export class AskedLater extends Error {
  readonly afterS: number;

  constructor(message: string, afterS: number) {
    super(message);
    this.afterS = afterS;
  }
}

/** The seconds of delay after a failed attempt: 5, 20, 80 and 320, or more when the error asks for that. */
export const retryAfterS = (attempt: number, error: unknown): number =>
  Math.max(5 * 4 ** (attempt - 1), error instanceof AskedLater ? Math.min(error.afterS, askedSMax) : 0);

/** The context that tasks of every kind need. */
type WorkContext = { readonly work: Work; readonly now: () => number };

/**
 * Performs the task of a message from the queue, unless the task is done already. New tasks are sent to the
 * queue.
 *
 * @param attempt from 1. When the last attempt fails, the task is abandoned.
 * @throws the error of the handler, so that the queue delivers the message again.
 */
export async function perform<Context extends WorkContext>(
  context: Context,
  handlers: Handlers<Context>,
  message: Message,
  attempt: number,
): Promise<void> {
  const { work } = context;
  const pending = await work.pending(message);
  if (pending === undefined) return;
  try {
    await runTask(context, handlers, message, pending.failure);
  } catch (error) {
    await afterFailure(error, () =>
      attempt >= attemptsMax
        ? work.giveUp(message, reasonOf(error))
        : work.postpone(message, context.now() + retryAfterS(attempt, error) * 1000),
    );
  }
}

/**
 * Performs a task in the process that has written it. A failed task goes to the queue, so the caller need not
 * wait.
 *
 * @param failure the record of an earlier abandoned attempt. It is deleted when this attempt succeeds.
 */
export async function runInline<Context extends WorkContext>(
  context: Context,
  handlers: Handlers<Context>,
  due: OutboxEntry,
  failure?: Item,
): Promise<void> {
  const { work } = context;
  try {
    await runTask(context, handlers, due, failure);
  } catch (error) {
    work.warn(
      `the task ${JSON.stringify(due.task)} failed at its first attempt; Downpour puts the task into the queue and tries again later`,
      error,
    );
    await work.send([due]);
  }
}

/**
 * Performs a task, and removes it from the outbox. An error is passed on to the caller. The task then remains
 * in the outbox, so that the queue or the sweep (the search for lost tasks) starts it again.
 * @param failure the record of an earlier abandoned attempt. It is deleted when this attempt succeeds.
 */
export async function runTask<Context extends WorkContext>(
  context: Context,
  handlers: Handlers<Context>,
  pending: Message,
  failure?: Item,
): Promise<void> {
  const { task, priority, group } = pending;
  const work = context.work.of(group);
  const { due = [], also } = await handlerOf(handlers, task)({ ...context, work }, task, priority);
  const isWritten = await work.done(pending, also, failure);
  if (isWritten || also === undefined) await work.send(due);
}

/** Shortens the reason of a failure, so that it fits into an item and is readable. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, 1000);
