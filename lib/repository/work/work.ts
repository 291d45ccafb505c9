import { repositoryKey, workParts } from '../../names/repository.ts';
import type { Item, Key, Table, Write } from '../ports/table.ts';
import { failureKey, isOfThisJob, isPartOf, isSame, placeOf } from './failure.ts';
import type { Priority, Task } from './task.ts';

/** What travels through the queues: a task, and the item that stays until it is done. */
export type Message = { readonly task: Task; readonly priority: Priority; readonly item: Key };

/** Work that has to be written together with what makes it due, and handed on after that. */
export type Due = Message & { readonly write: Write };

/** Two queues, one a priority. What they lose is found by the sweep; what they deliver twice is harmless. */
export type Queue = { readonly send: (messages: readonly Message[]) => Promise<void> };

export type Named = { readonly name: string; readonly at: number };

export type WorkOptions = {
  readonly table: Table;
  readonly queue: Queue;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** A name that nobody had before, of hexadecimal digits. */
  readonly nonce: () => string;
  /** Hears of what went wrong and is tried again by itself. */
  readonly warn: (message: string, error: unknown) => void;
};

export type Work = WorkOn & {
  /** The same work, done through another way to the same table. */
  readonly through: (table: Table) => Work;
};

/**
 * Work that is done after its request was answered. What makes work due writes an item in the same transaction, and
 * whoever has done the work deletes it: so nothing is lost, whatever dies in between. Order is not kept.
 */
export function openWork(options: WorkOptions): Work {
  return { ...workOn(options), through: (table) => openWork({ ...options, table }) };
}

type WorkOn = ReturnType<typeof workOn>;

function workOn({ table, queue, now, nonce, warn }: WorkOptions) {
  return {
    warn,
    /** A name that nobody had before. */
    name: nonce,

    /**
     * Each call makes another one: what becomes due again while it is being done is done again.
     * @param named a name of its own and a time, by which who comes later finds whether it is still due. Its last four digits are
     * hexadecimal.
     */
    due(task: Task, priority: Priority, { name, at }: Named = { name: nonce(), at: now() }): Due {
      const item = repositoryKey.work(Number.parseInt(name.slice(-4), 16) % workParts, at, name);
      return { task, priority, item, write: { put: { ...item, at, task, priority, sends: 0 } } };
    },

    /** Hands to the queue what has been written. When that fails, the sweep hands it on. */
    async send(due: readonly Message[]): Promise<void> {
      if (due.length === 0) return;
      try {
        await queue.send(due.map(({ task, priority, item }) => ({ task, priority, item })));
      } catch (error) {
        warn(`${due.length} tasks could not be sent; the sweep sends them`, error);
      }
    },

    /** What is left of a message: undefined when it was done already. */
    async standing({ item, task }: Message): Promise<Standing | undefined> {
      const [due, failure] = await table.getMany([item, failureKey(task)]);
      const stays =
        failure !== undefined && (isPartOf(task, failure) || isOfThisJob(failure, { item, task }));
      return due && { failure: stays ? undefined : failure };
    },

    /**
     * Takes what was done off the list, and with it what earlier attempts had to say.
     *
     * @param also written in the same transaction, unless the task is off the list already.
     * @returns whether it was written.
     */
    async done({ item }: Message, also: readonly Write[] = [], failure?: Item): Promise<boolean> {
      const others = failure ? keysOf(failure).filter((key) => !isSame(key, item)) : [];
      const rest = others.map(({ pk, sk }): Write => ({ delete: { pk, sk } }));
      const failed = await table.write([{ delete: item, when: 'present' }, ...rest, ...also]);
      if (failed.length > 0 && !failed.includes(0)) await table.write([{ delete: item }, ...rest]);
      return failed.length === 0;
    },

    /** Takes away what was said of a task that was given up and has been done in another way. */
    async forget(failure: Item): Promise<void> {
      await table.write(keysOf(failure).map(({ pk, sk }): Write => ({ delete: { pk, sk } })));
    },

    /** Drops a task that was given up, with what was said of it. */
    async letGo({ item, task }: Message): Promise<void> {
      const keys = [item, repositoryKey.givenUp(item), failureKey(task)];
      await table.write(keys.map((key): Write => ({ delete: key })));
    },

    /** Leaves a task that failed to the queue, which hands it out again at that time: the sweep waits for longer. */
    async postpone({ item }: Message, until: number): Promise<void> {
      await table.write([{ update: item, set: { sweepAt: until + postponedMs }, when: 'present' }]);
    },

    /** Gives up a task: what it was for says so from now on, and the sweep leaves it alone. */
    async giveUp({ item, task }: Message, reason: string): Promise<void> {
      const failedAt = now();
      const [place, before] = [await placeOf(table, task), await table.get(failureKey(task))];
      // Whoever does the rest of it does this as well.
      if (before !== undefined && isPartOf(task, before)) return void (await table.write([{ delete: item }]));
      const earlier = before?.item as Key | undefined;
      await table.write([
        { update: item, set: { failedAt, reason }, when: 'present' },
        { put: { ...repositoryKey.givenUp(item), item } },
        ...(earlier && !isSame(earlier, item) && !('job' in task)
          ? [{ delete: earlier }, { delete: repositoryKey.givenUp(earlier) }]
          : []),
        { put: { ...failureKey(task), item, task, failedAt, reason, ...(place && { listed: place.key }) } },
        ...(place ? [{ put: { ...place.key, ...place.of, task: task.kind, failedAt, reason } }] : []),
      ]);
    },
  };
}

/** What a task that was given up has left: why, where lists show that, and the task itself. */
const keysOf = ({ pk, sk, item, listed }: Item): readonly Key[] => [
  { pk, sk },
  item as Key,
  repositoryKey.givenUp(item as Key),
  ...(listed ? [listed as Key] : []),
];

/** For so long after its time the sweep leaves a failed task to the queue. */
const postponedMs = 600_000;

/** A task that is still due, and why it was given up before. */
export type Standing = { readonly failure: Item | undefined };
