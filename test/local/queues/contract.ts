import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

export type QueueUnderTest = {
  readonly client: SQSClient;
  readonly queueUrl: string;
  /** The URL of the queue that gets messages after `receivesMax` failures. */
  readonly deadUrl: string;
  readonly receivesMax: number;
};

/**
 * The properties of queues on which Downpour relies: each has a name, and a check that gets a new, empty
 * queue.
 */
export const queueLaws: Readonly<Record<string, (queue: QueueUnderTest) => Promise<void>>> = {
  async 'a message comes as it was sent, and is gone when it is deleted'({ client, queueUrl }) {
    const MessageBody = JSON.stringify({ text: 'größer\u2028', id: randomUUID() });
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody }));
    const [message] = await receive(client, queueUrl);
    assert.equal(message?.Body, MessageBody);
    assert.equal(message?.Attributes?.ApproximateReceiveCount, '1');
    await client.send(
      new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message?.ReceiptHandle }),
    );
    assert.deepEqual(await counts(client, queueUrl), [0, 0]);
  },

  async 'a batch is taken whole, handed out in parts, and deleted in parts'({ client, queueUrl }) {
    const Entries = Array.from({ length: 10 }, (_, n) => ({ Id: `e${n}`, MessageBody: `body ${n}` }));
    const sent = await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    assert.equal(sent.Successful?.length, 10);
    const first = await receive(client, queueUrl, 4);
    const second = await receive(client, queueUrl, 10);
    const bodies = [...first, ...second].map(({ Body }) => Body);
    assert.deepEqual(bodies.toSorted(), Entries.map(({ MessageBody }) => MessageBody).toSorted());
    assert.deepEqual(await counts(client, queueUrl), [0, 10]);
    await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: queueUrl,
        Entries: first.map(({ ReceiptHandle }, n) => ({ Id: `d${n}`, ReceiptHandle })),
      }),
    );
    assert.deepEqual(await counts(client, queueUrl), [0, 10 - first.length]);
  },

  async 'a delivered message is invisible until it is shown again, and counts'({ client, queueUrl }) {
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'once more' }));
    const [message] = await receive(client, queueUrl);
    assert.deepEqual(await receive(client, queueUrl), []);
    await show(client, queueUrl, message);
    const [again] = await receive(client, queueUrl);
    assert.equal(again?.Attributes?.ApproximateReceiveCount, '2');
  },

  async 'what was handed out too often goes to the dead letters'({ client, queueUrl, deadUrl, receivesMax }) {
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: 'poison' }));
    for (let n = 0; n < receivesMax; n += 1) {
      const [message] = await receive(client, queueUrl);
      assert.equal(message?.Body, 'poison', `time ${n + 1}`);
      await show(client, queueUrl, message);
    }
    assert.deepEqual(await receive(client, queueUrl), []);
    const [dead] = await receive(client, deadUrl);
    assert.equal(dead?.Body, 'poison');
  },

  async 'a queue that is not there is refused, and so is a batch without entries or with the same one twice'({
    client,
    queueUrl,
  }) {
    const absent = `${queueUrl}-absent`;
    await assert.rejects(client.send(new SendMessageCommand({ QueueUrl: absent, MessageBody: 'x' })), {
      name: /QueueDoesNotExist|NonExistentQueue/,
    });
    const send = (Entries: { Id: string; MessageBody: string }[]) =>
      client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
    await assert.rejects(send([]), { name: /EmptyBatchRequest/ });
    const entry = { Id: 'a', MessageBody: 'x' };
    await assert.rejects(send([entry, entry]), { name: /BatchEntryIdsNotDistinct/ });
    const eleven = Array.from({ length: 11 }, (_, n) => ({ Id: `e${n}`, MessageBody: 'x' }));
    await assert.rejects(send(eleven), { name: /TooManyEntriesInBatchRequest/ });
  },
};

async function receive(client: SQSClient, QueueUrl: string, count = 1): Promise<readonly Message[]> {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: count,
      MessageSystemAttributeNames: ['ApproximateReceiveCount'],
    }),
  );
  return Messages;
}

async function show(client: SQSClient, QueueUrl: string, message: Message | undefined): Promise<void> {
  const { ReceiptHandle } = message ?? assert.fail('nothing was handed out');
  await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
}

/** Messages that wait in the queue, and messages that a consumer has received. */
async function counts(client: SQSClient, QueueUrl: string): Promise<readonly [number, number]> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }),
  );
  const { ApproximateNumberOfMessages: waiting, ApproximateNumberOfMessagesNotVisible: out } =
    Attributes ?? {};
  return [Number(waiting), Number(out)];
}
