import { environment as names } from '../../names/environment.ts';
import type { Priority } from '../../repository/work/task.ts';
import type { Message } from '../../repository/work/work.ts';
import { named } from '../stores.ts';
import type { QueueClient, Sent } from './client.ts';

/**
 * The most messages in one call to SQS:
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessageBatch.html
 */
const batchMessages = 10;

/** The queues from which functions receive background work. */
export type Queues = ReturnType<typeof openQueues>;

/**
 * Opens the queues that the environment names. The first call loads their client, because most requests make
 * no call.
 */
export function openQueues(environment: NodeJS.ProcessEnv = process.env) {
  let opened: Promise<QueueClient> | undefined;
  const client = (): Promise<QueueClient> => {
    opened ??= import('./client.ts').then((module) => module.openQueueClient(environment));
    return opened;
  };
  const urlOf = (priority: Priority): string =>
    named(environment, priority === 'now' ? names.queueNow : names.queueLater);
  return {
    /**
     * Sends messages to the queues of their priorities.
     * @throws Error when a message was rejected.
     */
    async send(messages: readonly Message[]): Promise<void> {
      const queue = await client();
      await Promise.all(
        batchesOf(messages).map((batch) => queue.send(urlOf(batch.priority), batch.messages)),
      );
    },

    /** Makes a received message visible again after this many seconds. */
    async retry(priority: Priority, receipt: string, afterS: number): Promise<void> {
      const queue = await client();
      await queue.show(urlOf(priority), receipt, afterS);
    },
  };
}

type Batch = { readonly priority: Priority; readonly messages: readonly Sent[] };

function batchesOf(messages: readonly Message[]): readonly Batch[] {
  return (['now', 'later'] as const).flatMap((priority) => {
    const sent = messages
      .filter((message) => message.priority === priority)
      .map((each) => ({ body: JSON.stringify(each), group: each.group }));
    return Array.from({ length: Math.ceil(sent.length / batchMessages) }, (_, n) => ({
      priority,
      messages: sent.slice(n * batchMessages, (n + 1) * batchMessages),
    }));
  });
}
