import { repositoryKey, workParts } from '../../names/repository-keys.ts';
import type { Item, Key, Table, Write } from '../ports/table.ts';
import { failureEntryOf, failureKey, isOfThisJob, isPartOf, isSame } from './failure-records.ts';
import type { Priority, Task } from './task.ts';

/** A message of the queues: a task, and the key of its outbox entry, which remains until the task is done. */
export type Message = {
  readonly task: Task;
  readonly priority: Priority;
  readonly item: Key;
  /**
   * The group of the message. The queue alternates between groups, so that the work of one team does not
   * delay that of others.
   */
  readonly group?: string | undefined;
};

/**
 * A task with the write of its outbox entry. The entry is written in the transaction of the change that
 * requires the task, and the task is sent afterwards.
 */
export type OutboxEntry = Message & { readonly write: Write };

/**
 * Sends messages to the queue of their priority. The sweep finds tasks whose messages were lost. Messages
 * that are delivered twice do no harm.
 */
export type Queue = { readonly send: (messages: readonly Message[]) => Promise<void> };

/** The name of a task's entry in the outbox, its creation time in epoch milliseconds, and its group. */
export type EntryName = { readonly name: string; readonly at: number; readonly group?: string | undefined };

export type WorkOptions = {
  readonly table: Table;
  readonly queue: Queue;
  /** The present time in epoch milliseconds. */
  readonly now: () => number;
  /** Makes a new unique name of hexadecimal digits. */
  readonly nonce: () => string;
  /** Reports an error that is retried automatically. */
  readonly warn: (message: string, error: unknown) => void;
  /** The group of outbox entries for which no group is given. Absent: these entries have no group. */
  readonly group?: string | undefined;
};

export type Work = WorkOn & {
  /** Returns the same work over another wrapper of the same table, such as a batching table. */
  readonly through: (table: Table) => Work;
  /** Returns the same work, but new outbox entries belong to a group. */
  readonly of: (group: string | undefined) => Work;
};

/**
 * Manages work that is done after the response to its request. The change that requires a task writes an
 * outbox entry in the same transaction. The process that has done the task deletes the entry. So no task is
 * lost when a process dies. Tasks are not ordered.
 */
export function openWork(options: WorkOptions): Work {
  return {
    ...workOn(options),
    through: (table) => openWork({ ...options, table }),
    of: (group) => openWork({ ...options, group }),
  };
}

type WorkOn = ReturnType<typeof workOn>;

function workOn({ table, queue, now, nonce, warn, group: usual }: WorkOptions) {
  return {
    warn,
    /** Makes a new unique name for an outbox entry. */
    name: nonce,

    /**
     * Makes an outbox entry, which is new at each call. So a task that becomes due again while it runs is
     * done again.
     * @param named a name and a time that the caller chooses. With them a later process can find out whether
     *   the task is still pending. The last four digits of the name are hexadecimal. The group is that of the
     *   work if it is absent.
     */
    entry(
      task: Task,
      priority: Priority,
      { name = nonce(), at = now(), group = usual }: Partial<EntryName> = {},
    ): OutboxEntry {
      const item = repositoryKey.work(Number.parseInt(name.slice(-4), 16) % workParts, at, name);
      const message = { task, priority, ...(group !== undefined && { group }) };
      return { ...message, item, write: { put: { ...item, at, ...message, sends: 0 } } };
    },

    /**
     * Sends tasks whose outbox entries are written to the queue. When that fails, the sweep (the search for
     * lost tasks) sends them later.
     */
    async send(due: readonly Message[]): Promise<void> {
      if (due.length === 0) return;
      try {
        await queue.send(due.map(({ task, priority, item, group }) => ({ task, priority, item, group })));
      } catch (error) {
        warn(
          `${due.length} tasks could not be sent to the queue; Downpour sends them again within a minute`,
          error,
        );
      }
    },

    /** The state of a message's task. Undefined when the task is done. */
    async pending({ item, task }: Message): Promise<Pending | undefined> {
      const [due, failure] = await table.getMany([item, failureKey(task)]);
      const stays =
        failure !== undefined && (isPartOf(task, failure) || isOfThisJob(failure, { item, task }));
      return due && { failure: stays ? undefined : failure };
    },

    /**
     * Removes a finished task from the outbox, and with it the record of earlier failures.
     *
     * @param also writes of the same transaction, unless the task was removed before.
     * @returns true if `also` was written.
     */
    async done({ item }: Message, also: readonly Write[] = [], failure?: Item): Promise<boolean> {
      const others = failure ? keysOf(failure).filter((key) => !isSame(key, item)) : [];
      const rest = others.map(({ pk, sk }): Write => ({ delete: { pk, sk } }));
      const failed = await table.write([{ delete: item, when: 'present' }, ...rest, ...also]);
      if (failed.length > 0 && !failed.includes(0)) await table.write([{ delete: item }, ...rest]);
      return failed.length === 0;
    },

    /**
     * Deletes the failure record of a task that failed at all attempts, because its work is done or no longer
     * needed.
     */
    async forget(failure: Item): Promise<void> {
      await table.write(keysOf(failure).map(({ pk, sk }): Write => ({ delete: { pk, sk } })));
    },

    /** Deletes an abandoned task and its failure. */
    async drop({ item, task }: Message): Promise<void> {
      const keys = [item, repositoryKey.deadLetter(item), failureKey(task)];
      await table.write(keys.map((key): Write => ({ delete: key })));
    },

    /**
     * Leaves a failed task to the queue, which delivers it again at `until`. The sweep (the search for lost
     * tasks) ignores the task until some time later.
     */
    async postpone({ item }: Message, until: number): Promise<void> {
      await table.write([{ update: item, set: { sweepAt: until + postponedMs }, when: 'present' }]);
    },

    /**
     * Abandons a task: a record of the failure is written next to the run, dataset or test of the task, and
     * the sweep ignores the task.
     */
    async giveUp({ item, task }: Message, reason: string): Promise<void> {
      const failedAt = now();
      const [place, before] = [await failureEntryOf(table, task), await table.get(failureKey(task))];
      // An earlier failure covers more work than this task. The task that resolves that failure does this
      // work too.
      if (before !== undefined && isPartOf(task, before)) return void (await table.write([{ delete: item }]));
      const earlier = before?.item as Key | undefined;
      await table.write([
        { update: item, set: { failedAt, reason }, when: 'present' },
        { put: { ...repositoryKey.deadLetter(item), item } },
        ...(earlier && !isSame(earlier, item) && !('job' in task)
          ? [{ delete: earlier }, { delete: repositoryKey.deadLetter(earlier) }]
          : []),
        { put: { ...failureKey(task), item, task, failedAt, reason, ...(place && { listed: place.key }) } },
        ...(place ? [{ put: { ...place.key, ...place.of, task: task.kind, failedAt, reason } }] : []),
      ]);
    },
  };
}

/** The keys of the records of an abandoned task: the failure, its entries in lists, and the task itself. */
const keysOf = ({ pk, sk, item, listed }: Item): readonly Key[] => [
  { pk, sk },
  item as Key,
  repositoryKey.deadLetter(item as Key),
  ...(listed ? [listed as Key] : []),
];

/** The group of the work on runs of a team. */
export const teamGroup = (team: string): string => `team ${team}`;

/** The message of an entry of the outbox. */
export const messageOf = ({ pk, sk, task, priority, group }: Item): Message => ({
  task: task as Task,
  priority: priority as Priority,
  item: { pk, sk },
  group: group as string | undefined,
});

/**
 * Milliseconds for which the sweep (the search for lost tasks) leaves a failed task to the queue after its
 * planned delivery.
 */
const postponedMs = 600_000;

/** The state of a pending task: the record of an earlier failure, if an earlier attempt was abandoned. */
export type Pending = { readonly failure: Item | undefined };
