import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import { after, before, suite, test } from 'node:test';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { environment as names } from '../../lib/names/environment.ts';
import { openClients } from '../../lib/store/clients.ts';
import { openUserStore } from '../../lib/store/identity/users.ts';
import { putNew } from '../../lib/store/item-operations.ts';
import { listening } from '../local/scratch.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';
import { recording } from './recording.ts';

/** A conditional write whose response was lost counts as written when the SDK repeats it. */

const item = { pk: 'p', sk: 's', hash: 'mine', expires: undefined };
/** The answer to the attempt with this number. */
const refusedAt = (attempts: number): Error =>
  new ConditionalCheckFailedException({ message: 'refused', $metadata: { attempts } });

suite('a new item', () => {
  const put = (...answers: Parameters<typeof recording>[0] & {}) => {
    const { client, sent } = recording<DynamoDBDocumentClient>(answers);
    return { written: putNew(client, 'table', item), sent };
  };
  const stored = { pk: 'p', sk: 's', hash: 'mine' };

  test('that exists is refused with one call', async () => {
    const { written, sent } = put(refusedAt(1), { Item: stored });
    assert.equal(await written, false);
    assert.equal(sent.length, 1);
  });

  test('that the first attempt wrote is written, and that of another caller is not', async () => {
    assert.equal(await put(refusedAt(2), { Item: stored }).written, true);
    assert.equal(await put(refusedAt(2), { Item: { ...stored, hash: 'other' } }).written, false);
    assert.equal(await put(refusedAt(2), {}).written, false);
  });
});

suite('with the SDK, when the first response is lost', () => {
  let endpoints: Endpoints;
  before(async () => {
    endpoints = await openEndpoints();
  });
  after(() => endpoints.close());

  test('a user is added and changed, and is refused only to others', async (t) => {
    const { environment } = endpoints;
    const target = environment.AWS_ENDPOINT_URL_DYNAMODB ?? assert.fail();
    let losses = 0;
    // Forwards calls to the table. The responses to the next writes are lost.
    const lossy = createServer((call, answer) => {
      const { method, headers, url = '/' } = call;
      const passed = request(new URL(url, target), { method, headers }, (reply) => {
        const isLost = losses > 0 && String(headers['x-amz-target']).endsWith('.PutItem');
        losses -= Number(isLost);
        if (isLost) return void reply.resume().on('end', () => call.socket.destroy());
        answer.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(answer);
      });
      call.pipe(passed);
    });
    const url = await listening(t, lossy);
    const { dynamo } = openClients({ ...environment, AWS_ENDPOINT_URL_DYNAMODB: url });
    t.after(() => dynamo.destroy());
    const users = openUserStore(dynamo, environment[names.identityTable] ?? '');
    const ada = { name: 'ada', version: 1, teams: {} } as never as Parameters<typeof users.add>[0];
    losses = 1;
    assert.equal(await users.add(ada), true);
    assert.equal(losses, 0);
    assert.equal(await users.add(ada), false);
    losses = 1;
    assert.equal(await users.replace(ada), true);
    assert.equal(await users.replace(ada), false);
    assert.equal((await users.get('ada'))?.version, 2);
  });
});
