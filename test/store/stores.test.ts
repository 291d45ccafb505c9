import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { S3Client } from '@aws-sdk/client-s3';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { IndexedRun } from '../../lib/results/upload.ts';
import { openBurstObjects } from '../../lib/store/burst-objects.ts';
import { openClients } from '../../lib/store/clients.ts';
import { storeRun } from '../../lib/store/store-run.ts';
import { named, openStores, type Stores } from '../../lib/store/stores.ts';
import { failedWith, recording } from './recording.ts';

/** The stores that an environment names, and the order in which a run is stored. */

suite('the environment', () => {
  const clients = {
    s3: recording<S3Client>().client,
    dynamo: recording<DynamoDBDocumentClient>().client,
  };

  test('has to name the table at once and the bucket when it is needed', () => {
    assert.throws(
      () => openStores({}, clients),
      /the environment variable DOWNPOUR_CATALOGUE_TABLE is not set/,
    );
    const stores = openStores({ DOWNPOUR_CATALOGUE_TABLE: 't' }, clients);
    assert.throws(() => stores.runs, /the environment variable DOWNPOUR_RUNS_BUCKET is not set/);
    const whole = openStores({ DOWNPOUR_CATALOGUE_TABLE: 't', DOWNPOUR_RUNS_BUCKET: 'b' }, clients);
    assert.ok(whole.runs.get);
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

test('the objects of a burst that cannot be read are no absence', async () => {
  const error = failedWith(403);
  const { client } = recording<S3Client>([error]);
  await assert.rejects(openBurstObjects(client, 'bucket').document('b'), error);
});

suite('a run', () => {
  const draft: IndexedRun = {
    ...{ test: 'shop', start: 1, stop: 2, owner: 'ada-team', access: 'PRIVATE', description: null },
    body: Buffer.from('{}'),
    index: Buffer.from('index'),
  };

  function memory() {
    const calls: [string, ...unknown[]][] = [];
    const note =
      <Result>(name: string, result: Result) =>
      async (...input: unknown[]): Promise<Result> => {
        calls.push([name, ...input]);
        return result;
      };
    const known = { test: undefined as { id: number; name: string } | undefined };
    const stores = {
      catalogue: {
        nextRunId: note('nextRunId', 5),
        findTest: async (name: string) => {
          calls.push(['findTest', name]);
          return known.test;
        },
        createTest: note('createTest', { id: 9, name: 'shop' }),
        putRun: note('putRun', true),
        claim: async (user: string, key: string, claim: { runId: number; digest: string }) => {
          calls.push(['claim', user, key, claim]);
          return key === 'other'
            ? { runId: 2, digest: 'x' }
            : key === 'same'
              ? { ...claim, runId: 2 }
              : claim;
        },
      },
      runs: { put: note('put', true), putIndex: note('putIndex', undefined) },
    };
    return { stores: stores as unknown as Pick<Stores, 'runs' | 'catalogue'>, calls, known };
  }

  test('becomes visible after its document and its index are there', async () => {
    const { stores, calls } = memory();
    assert.deepEqual(await storeRun(stores, draft, { user: 'ada', now: 3 }), { id: 5 });
    const { body: _, index: __, test: ___, ...row } = draft;
    assert.deepEqual(calls, [
      ['nextRunId'],
      ['findTest', 'shop'],
      ['createTest', 'shop'],
      ['put', 5, draft.body],
      ['putIndex', 5, draft.index],
      ['putRun', { id: 5, testId: 9, testName: 'shop', ...row, trashed: false, sizeBytes: 2, uploadedAt: 3 }],
    ]);
  });

  test('belongs to the test that is there', async () => {
    const { stores, calls, known } = memory();
    known.test = { id: 4, name: 'the shop' };
    await storeRun(stores, draft, { user: 'ada', now: 3 });
    assert.ok(!calls.some(([name]) => name === 'createTest'));
    assert.partialDeepStrictEqual(calls.at(-1), ['putRun', { testId: 4, testName: 'the shop' }]);
  });

  test('of a known idempotency key has the id of the first one, and of a reused key is refused', async () => {
    const { stores, calls } = memory();
    const context = { user: 'ada', now: 3 };
    assert.deepEqual(await storeRun(stores, draft, { ...context, idempotencyKey: 'same' }), { id: 2 });
    assert.deepEqual(await storeRun(stores, draft, { ...context, idempotencyKey: 'new' }), { id: 5 });
    await assert.rejects(storeRun(stores, draft, { ...context, idempotencyKey: 'other' }), {
      code: 'IDEMPOTENCY_KEY_REUSED',
      status: 409,
      message: 'the idempotency key other was used for another upload',
    });
    assert.deepEqual(
      calls.filter(([name]) => name === 'put').map(([, id]) => id),
      [2, 5],
    );
  });

  test('has a digest of its document and its parameters, and of nothing that follows from them', async () => {
    const { stores, calls } = memory();
    const outcome = { verdict: 'passed' } as unknown as NonNullable<IndexedRun['outcome']>;
    for (const each of [
      draft,
      { ...draft, index: Buffer.from('another'), outcome },
      { ...draft, stop: 9 },
      { ...draft, body: Buffer.from('[]') },
    ])
      await storeRun(stores, each, { user: 'ada', now: 3, idempotencyKey: 'k' });
    const [first, second, third, fourth] = calls
      .filter(([name]) => name === 'claim')
      .map(([, , , claim]) => (claim as { digest: string }).digest);
    assert.equal(first, second);
    assert.equal(new Set([first, third, fourth]).size, 3);
    assert.match(first ?? '', /^[0-9a-f]{64}$/);
  });
});
