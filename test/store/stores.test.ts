import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { suite, test } from 'node:test';
import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { openBurstObjects } from '../../lib/store/burst-objects.ts';
import { openClients } from '../../lib/store/clients.ts';
import { putNew } from '../../lib/store/item-operations.ts';
import { named, openStores } from '../../lib/store/stores.ts';
import { afterwards, listening } from '../local/scratch.ts';
import { failedWith, recording } from './recording.ts';

/** The environment variables determine which stores are opened. */

suite('the environment', () => {
  const clients = {
    s3: recording<S3Client>().client,
    dynamo: recording<DynamoDBDocumentClient>().client,
  };

  test('has to name each store when it is needed', () => {
    const names = { runs: 'RUNS_BUCKET', keys: 'IDENTITY_TABLE' } as const;
    const none = openStores({}, clients);
    for (const [store, name] of Object.entries(names) as [keyof typeof names, string][]) {
      assert.throws(() => none[store], { message: `the environment variable DOWNPOUR_${name} is not set` });
      assert.ok(openStores({ [`DOWNPOUR_${name}`]: 'x' }, clients)[store].get);
    }
  });

  test('a variable that is empty is not set', () => {
    assert.equal(named({ A: 'x' }, 'A'), 'x');
    assert.throws(() => named({ A: '' }, 'A'), /variable A is not set/);
    assert.throws(() => named({}, 'A'), /variable A is not set/);
  });

  test('buckets of a loopback endpoint are paths, all others hosts', () => {
    const rows: [NodeJS.ProcessEnv, boolean][] = [
      [{}, false],
      [{ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' }, true],
      [{ AWS_ENDPOINT_URL: 'http://127.9.9.9' }, true],
      [{ AWS_ENDPOINT_URL: 'http://localhost:1' }, true],
      [{ AWS_ENDPOINT_URL: 'http://s3.localhost:1' }, true],
      [{ AWS_ENDPOINT_URL: 'http://[::1]:1' }, true],
      [{ AWS_ENDPOINT_URL: 'https://notlocalhost' }, false],
      [{ AWS_ENDPOINT_URL: 'https://s3.eu-central-1.amazonaws.com' }, false],
      [{ AWS_ENDPOINT_URL_S3: 'https://s3.example', AWS_ENDPOINT_URL: 'http://127.0.0.1' }, false],
    ];
    for (const [environment, expected] of rows)
      assert.equal(
        openClients(environment).s3.config.forcePathStyle === true,
        expected,
        JSON.stringify(environment),
      );
  });
});

test('a write that met a transaction is tried again, and one whose condition failed is not', async (t) => {
  const answers = ['TransactionConflictException', undefined, 'ConditionalCheckFailedException'];
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const name = answers.shift();
    requests.push(String(request.headers['x-amz-target']));
    response.statusCode = name === undefined ? 200 : 400;
    response.end(
      name === undefined ? '{}' : JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}` }),
    );
  });
  const url = await listening(t, server);
  const before = { ...process.env };
  afterwards(t, () => {
    process.env = before;
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  });
  const { dynamo } = openClients();
  assert.equal(await putNew(dynamo, 't', { pk: 'a', sk: '1' }), true);
  assert.deepEqual(requests, Array(2).fill('DynamoDB_20120810.PutItem'));
  assert.equal(await putNew(dynamo, 't', { pk: 'a', sk: '1' }), false);
  assert.equal(requests.length, 3);
  dynamo.destroy();
});

test('the objects of a burst that cannot be read are no absence', async () => {
  const error = failedWith(403);
  const { client } = recording<S3Client>([error]);
  await assert.rejects(openBurstObjects(client, 'bucket').document('b'), error);
});
