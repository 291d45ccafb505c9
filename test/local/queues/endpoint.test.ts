import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createQueuesEndpoint } from '../../../lib/local/queues/endpoint.ts';
import { Queue } from '../../../lib/local/queues/queue.ts';
import { afterwards, clientDefaults, credentials, listening, scratchDir } from '../scratch.ts';
import { type QueueUnderTest, queueLaws } from './contract.ts';

suite('the endpoint speaks to the client of SQS', () => {
  for (const [law, holds] of Object.entries(queueLaws)) test(law, async (t) => holds(await opened(t)));

  test('a message above the bound of the service is refused, and so is a delay', async (t) => {
    const { client, queueUrl: QueueUrl } = await opened(t);
    const MessageBody = 'x'.repeat(1024 * 1024 + 1);
    await assert.rejects(client.send(new SendMessageCommand({ QueueUrl, MessageBody })), {
      name: 'InvalidParameterValue',
    });
    await assert.rejects(
      client.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x', DelaySeconds: 3 })),
      { name: 'UnsupportedOperation' },
    );
  });

  test('the group of a message is taken over, and a group with a space is refused', async (t) => {
    const { client, queueUrl: QueueUrl } = await opened(t);
    const send = (MessageBody: string, MessageGroupId: string) =>
      client.send(new SendMessageCommand({ QueueUrl, MessageBody, MessageGroupId }));
    for (const body of ['a1', 'a2']) await send(body, 'a');
    await send('b1', 'b');
    const bodies: (string | undefined)[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl }));
      bodies.push(...Messages.map(({ Body }) => Body));
    }
    assert.deepEqual(bodies, ['a1', 'b1', 'a2']);
    await assert.rejects(send('c1', 'one group'), { name: 'InvalidParameterValue' });
  });

  test('a client signs for the present time after a step of the clock', async (t) => {
    const { client, queueUrl: QueueUrl } = await opened(t);
    // The clock jumps as after a sleep of the machine. Node renews the time for its header Date once a
    // second.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
    for (const MessageBody of ['a', 'b'])
      await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  });

  test('a client without the key is rejected', async (t) => {
    const { queueUrl: QueueUrl } = await opened(t);
    const { headers } = await fetch(QueueUrl, { method: 'POST' });
    assert.equal(headers.get('content-type'), 'application/x-amz-json-1.0');
    const stranger = new SQSClient({
      ...clientDefaults,
      credentials: { accessKeyId: 'test', secretAccessKey: 'guessed' },
      endpoint: QueueUrl.slice(0, QueueUrl.indexOf('/', 8)),
    });
    afterwards(t, () => stranger.destroy());
    await assert.rejects(stranger.send(new SendMessageCommand({ QueueUrl, MessageBody: 'x' })), {
      name: 'SignatureDoesNotMatch',
    });
  });
});

async function opened(t: TestContext): Promise<QueueUnderTest> {
  const dir = scratchDir(t);
  const options = { visibilityS: 30, now: Date.now };
  const dead = new Queue({ file: join(dir, 'dead.jsonl'), ...options });
  const receivesMax = 2;
  const queue = new Queue({ file: join(dir, 'work.jsonl'), dead: { queue: dead, receivesMax }, ...options });
  const url = await listening(t, createQueuesEndpoint({ queues: { work: queue, dead }, credentials }));
  const client = new SQSClient({ ...clientDefaults, endpoint: url });
  afterwards(t, () => client.destroy());
  const urlOf = (name: string): string => `${url}/000000000000/${name}`;
  return { client, queueUrl: urlOf('work'), deadUrl: urlOf('dead'), receivesMax };
}
