import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { before, suite, test } from 'node:test';
import { openQueueClient } from '../../lib/store/queue/client.ts';
import { listening } from '../local/scratch.ts';

/** The client of queues, with an endpoint that gives the answers of the test. */

before(() => {
  const own = { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' };
  Object.assign(process.env, own);
  for (const name of ['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_SQS']) Reflect.deleteProperty(process.env, name);
});

type Scope = Parameters<typeof listening>[0];

/** Starts an endpoint. Records the bodies of the received messages. */
async function endpoint(t: Scope, reply: object = { Successful: [], Failed: [] }) {
  const got: string[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const { Entries } = (await json(request)) as { Entries: readonly { MessageBody: string }[] };
    got.push(...Entries.map(({ MessageBody }) => MessageBody));
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(reply));
  });
  return { url: await listening(t, server), got };
}

/** No server listens at this address. */
const elsewhere = 'http://127.0.0.1:9/000000000000/work';

suite('the endpoint of queues', () => {
  for (const name of ['AWS_ENDPOINT_URL_SQS', 'AWS_ENDPOINT_URL'])
    test(`is that of ${name} alone, and not the host in the URL of a queue`, async (t) => {
      const { url, got } = await endpoint(t);
      await openQueueClient({ [name]: url }).send(elsewhere, ['one', 'two']);
      assert.deepEqual(got, ['one', 'two']);
    });

  test('for queues has priority over that for all services', async (t) => {
    const [own, other] = [await endpoint(t), await endpoint(t)];
    const client = openQueueClient({ AWS_ENDPOINT_URL_SQS: own.url, AWS_ENDPOINT_URL: other.url });
    await client.send(elsewhere, ['one']);
    assert.deepEqual([own.got, other.got], [['one'], []]);
  });

  test('fails the call when it did not take one of the messages', async (t) => {
    const Failed = [{ Id: '0', Code: 'InternalError', Message: 'later', SenderFault: false }];
    const { url } = await endpoint(t, { Successful: [], Failed });
    const sent = openQueueClient({ AWS_ENDPOINT_URL_SQS: url }).send(elsewhere, ['one']);
    await assert.rejects(sent, /SQS did not accept a message: InternalError later/);
  });
});
