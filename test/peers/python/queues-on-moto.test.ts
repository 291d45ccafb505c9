import { randomUUID } from 'node:crypto';
import { before, suite, test } from 'node:test';
import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type QueueUnderTest, queueLaws } from '../../local/queues/contract.ts';
import { afterwards, clientDefaults, suiteScope } from '../../local/scratch.ts';
import { startMachines } from './machines.ts';

/** The tests of the local queues also pass with moto's queues, so both have the same properties. */
suite('queues of moto', { timeout: 60_000 }, () => {
  const scope = suiteScope();
  let client: SQSClient;
  before(async () => {
    client = new SQSClient({
      ...clientDefaults,
      endpoint: await startMachines(scope, 'moto-machines.py', 'http://127.0.0.1:9'),
    });
    afterwards(scope, () => client.destroy());
  });

  for (const [law, holds] of Object.entries(queueLaws)) test(law, async () => holds(await created(client)));
});

async function created(client: SQSClient): Promise<QueueUnderTest> {
  const name = randomUUID();
  const create = async (QueueName: string, Attributes?: Record<string, string>) => {
    const { QueueUrl = '' } = await client.send(
      new CreateQueueCommand({ QueueName, ...(Attributes && { Attributes }) }),
    );
    return QueueUrl;
  };
  const deadUrl = await create(`${name}-dead`);
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: deadUrl, AttributeNames: ['QueueArn'] }),
  );
  const receivesMax = 2;
  const RedrivePolicy = JSON.stringify({
    deadLetterTargetArn: Attributes?.QueueArn,
    maxReceiveCount: receivesMax,
  });
  return { client, queueUrl: await create(name, { RedrivePolicy }), deadUrl, receivesMax };
}
