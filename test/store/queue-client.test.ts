import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { before, suite, test } from 'node:test';
import { openQueueClient } from '../../lib/store/queue/client.ts';
import { messages } from '../local/queues/messages.ts';
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
  const groups: Entry['MessageGroupId'][] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const { Entries } = (await json(request)) as { Entries: readonly Entry[] };
    groups.push(...Entries.map(({ MessageGroupId }) => MessageGroupId));
    got.push(...Entries.map(({ MessageBody }) => MessageBody));
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(reply));
  });
  return { url: await listening(t, server), got, groups };
}

type Entry = { readonly MessageBody: string; readonly MessageGroupId?: string };

/** An address at which no server listens. */
const elsewhere = 'http://127.0.0.1:9/000000000000/work';

suite('the endpoint of queues', () => {
  for (const name of ['AWS_ENDPOINT_URL_SQS', 'AWS_ENDPOINT_URL'])
    test(`is that of ${name} alone, and not the host in the URL of a queue`, async (t) => {
      const { url, got } = await endpoint(t);
      await openQueueClient({ [name]: url }).send(elsewhere, messages('one', 'two'));
      assert.deepEqual(got, ['one', 'two']);
    });

  test('for queues has priority over that for all services', async (t) => {
    const [own, other] = [await endpoint(t), await endpoint(t)];
    const client = openQueueClient({ AWS_ENDPOINT_URL_SQS: own.url, AWS_ENDPOINT_URL: other.url });
    await client.send(elsewhere, messages('one'));
    assert.deepEqual([own.got, other.got], [['one'], []]);
  });

  test('receives an id of the group, in characters that SQS allows', async (t) => {
    const { url, groups } = await endpoint(t);
    const of = (group?: string) => ({ body: 'one', group });
    const sent = [of('team Größe & co-team'), of('team b-team'), of('team b-team'), of()];
    await openQueueClient({ AWS_ENDPOINT_URL_SQS: url }).send(elsewhere, sent);
    const [first, second, third, fourth] = groups;
    assert.match(first ?? '', /^[\da-f]{64}$/);
    assert.deepEqual([second === third, first === second, fourth], [true, false, undefined]);
  });

  test('fails the call when it did not take one of the messages', async (t) => {
    const Failed = [{ Id: '0', Code: 'InternalError', Message: 'later', SenderFault: false }];
    const { url } = await endpoint(t, { Successful: [], Failed });
    const sent = openQueueClient({ AWS_ENDPOINT_URL_SQS: url }).send(elsewhere, messages('one'));
    await assert.rejects(sent, /SQS did not accept a message: InternalError later/);
  });
});
