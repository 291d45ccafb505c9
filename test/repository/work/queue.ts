import type { RepositoryContext } from '../../../lib/repository/context.ts';
import type { Table } from '../../../lib/repository/ports/table.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { attemptsMax, perform } from '../../../lib/repository/work/perform.ts';
import { sweep } from '../../../lib/repository/work/sweep.ts';
import type { Handlers } from '../../../lib/repository/work/task-handlers.ts';
import { type Message, openWork } from '../../../lib/repository/work/work.ts';
import { openMemoryTable } from '../memory-table.ts';

/** The error that simulates the end of the process. */
export class Crash extends Error {}

/** Work with a queue in memory, and a time that the test sets. */
export type QueuedWork = ReturnType<typeof openQueuedWork>;

export function openQueuedWork(handlers: Handlers<RepositoryContext>, table: Table = openMemoryTable()) {
  const queued: { readonly message: Message; attempt: number }[] = [];
  const dead: Message[] = [];
  const warnings: string[] = [];
  const time = { now: 1_000_000 };
  let names = 0;
  let isBroken = false;
  const work = openWork({
    table,
    queue: {
      async send(messages) {
        if (isBroken) throw new Error('the queue cannot be reached');
        for (const message of messages) queued.push({ message: structuredClone(message), attempt: 0 });
      },
    },
    now: () => time.now,
    nonce: () => (names++).toString(16).padStart(8, '0'),
    warn: (message) => void warnings.push(message),
  });
  const context = {
    repository: openRepository(table),
    work,
    now: () => time.now,
    soon: setImmediate,
  } as unknown as RepositoryContext;
  /**
   * Delivers one message. `later` messages come only when there are no others. A failed message is delivered
   * again, up to five times.
   */
  const step = async (): Promise<boolean> => {
    const now = queued.findIndex(({ message }) => message.priority === 'now');
    const [next] = queued.splice(Math.max(0, now), 1);
    if (next === undefined) return false;
    next.attempt += 1;
    try {
      await perform(context, handlers, next.message, next.attempt);
    } catch (error) {
      // An interrupted task reports no result. Its message is delivered again after its timeout, or the sweep
      // finds it before.
      if (error instanceof Crash) return true;
      if (next.attempt < attemptsMax) queued.push(next);
      else dead.push(next.message);
    }
    return true;
  };
  return {
    table,
    work,
    context,
    queued,
    dead,
    warnings,
    time,
    step,
    breakQueue(broken: boolean): void {
      isBroken = broken;
    },
    sweep: () => sweep(table, work, time.now),
    async drain(): Promise<void> {
      while (await step());
    },
  };
}
