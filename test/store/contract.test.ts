import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HeadObjectCommand, NotFound } from '@aws-sdk/client-s3';
import type { DownpourError } from '../../lib/errors.ts';
import { makeKey } from '../../lib/results/api-key.ts';
import type { IndexedRun } from '../../lib/results/upload.ts';
import { firstKeyId } from '../../lib/store/api-keys.ts';
import { environment as names, objectKey } from '../../lib/store/names.ts';
import { storeRun } from '../../lib/store/store-run.ts';
import { openStores, type Stores } from '../../lib/store/stores.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';

/** The stores keep what they are given, through the unmodified SDK, whoever speaks S3 and DynamoDB to them. */

let endpoints: Endpoints;
let stores: Stores;
before(async () => {
  endpoints = await openEndpoints();
  stores = openStores(endpoints.environment, endpoints.clients);
});
after(() => endpoints.close());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const draft = (more: Partial<IndexedRun> = {}): IndexedRun => ({
  test: 'shop',
  start: 1,
  stop: 2,
  owner: 'admin-team',
  access: 'PRIVATE',
  description: null,
  body: bytes('{"a": 1.50}'),
  index: bytes('index'),
  ...more,
});
const context = (idempotencyKey?: string) => ({ user: 'admin', now: 3, idempotencyKey });

test('a document is stored once, byte for byte, and read whole or in part', async () => {
  const { runs } = stores;
  const body = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
  assert.equal(await runs.put(900_001, body), true);
  assert.equal(await runs.put(900_001, bytes('other')), false);
  assert.deepEqual(await runs.get(900_001), body);
  assert.deepEqual(await runs.document(900_001)(10, 20), body.slice(10, 20));
  assert.deepEqual(await runs.document(900_001)(99_990, 200_000), body.slice(99_990));
  assert.equal(await runs.get(900_002), undefined);
});

test('an index is replaced, and read from its end', async () => {
  const { runs } = stores;
  assert.equal(await runs.index(900_004)(-4), undefined);
  await runs.putIndex(900_004, bytes('first'));
  await runs.putIndex(900_004, bytes('second one'));
  assert.deepEqual(await runs.index(900_004)(-3), bytes('one'));
  assert.deepEqual(await runs.index(900_004)(0, 6), bytes('second'));
  assert.deepEqual(await runs.index(900_004)(-100), bytes('second one'));
  assert.deepEqual(await runs.index(900_004)(50, 60), new Uint8Array(0));
});

test('the log of histograms is replaced, and takes less room than it has characters', async () => {
  const { runs } = stores;
  assert.equal(await runs.histograms(900_005), undefined);
  await runs.putHistograms(900_005, 'first');
  await runs.putHistograms(900_005, 'a row\n'.repeat(10_000));
  assert.equal(await runs.histograms(900_005), 'a row\n'.repeat(10_000));
});

test('a large answer is read through its own URL, without a key', async () => {
  const url = await stores.runs.putAnswer('request-1', '{"value":"[1]"}', 'application/json', 60);
  const reply = await fetch(url);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'application/json');
  assert.equal(await reply.text(), '{"value":"[1]"}');
  assert.equal((await fetch(url.replace('request-1', 'request-2'))).status, 403);
});

test('of many who store the same document at once, one does', async () => {
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) => stores.runs.put(900_003, bytes(`"${index}"`))),
  );
  assert.equal(results.filter(Boolean).length, 1);
});

test('ids are given once each, however many ask', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => stores.catalogue.nextRunId()));
  assert.equal(new Set(ids).size, 20);
  assert.ok(ids.every((id) => Number.isInteger(id) && id > 0));
});

test('a test is made once and found by its name and by its id', async () => {
  const { catalogue } = stores;
  const made = await Promise.all(Array.from({ length: 6 }, () => catalogue.createTest('racing')));
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  const [racing] = made;
  assert.deepEqual(await catalogue.findTest('racing'), racing);
  assert.deepEqual(await catalogue.findTest(String(racing?.id)), racing);
  assert.equal(await catalogue.findTest('nobody'), undefined);
  const digits = await catalogue.createTest('2020');
  assert.deepEqual(await catalogue.findTest('2020'), digits);
});

test('a stored run is listed with what was said about it', async () => {
  const { id } = await storeRun(stores, draft({ description: 'nightly', access: 'PUBLIC' }), context());
  const run = await stores.catalogue.getRun(id);
  const test = await stores.catalogue.findTest('shop');
  assert.deepEqual(run, {
    id,
    testId: test?.id,
    testName: 'shop',
    start: 1,
    stop: 2,
    owner: 'admin-team',
    access: 'PUBLIC',
    description: 'nightly',
    trashed: false,
    sizeBytes: 11,
    uploadedAt: 3,
  });
  assert.deepEqual(
    (await stores.catalogue.listRuns()).filter((one) => one.id === id),
    [run],
  );
  assert.deepEqual(await stores.runs.get(id), draft().body);
});

test('a repeat with an idempotency key is the same run; without one it is another', async () => {
  const ids = await Promise.all([
    storeRun(stores, draft(), context('k')),
    storeRun(stores, draft(), context('k')),
  ]);
  assert.equal(ids[0].id, ids[1].id);
  assert.equal((await storeRun(stores, draft(), context('k'))).id, ids[0].id);
  assert.notEqual((await storeRun(stores, draft(), { ...context('k'), user: 'eve' })).id, ids[0].id);
  assert.notEqual(
    (await storeRun(stores, draft(), context())).id,
    (await storeRun(stores, draft(), context())).id,
  );
  await assert.rejects(
    storeRun(stores, draft({ stop: 9 }), context('k')),
    (error: DownpourError) => error.code === 'IDEMPOTENCY_KEY_REUSED' && error.status === 409,
  );
});

test('a run is not visible before its document is stored, and a repeat completes what was interrupted', async () => {
  const { catalogue, runs } = stores;
  const failing = { ...runs, put: () => Promise.reject(new Error('the power went out')) };
  const listed = (await catalogue.listRuns()).length;
  await assert.rejects(storeRun({ catalogue, runs: failing }, draft(), context('cut')), /power/);
  assert.equal((await catalogue.listRuns()).length, listed);
  const rowless = { ...catalogue, putRun: () => Promise.reject(new Error('the power went out')) };
  await assert.rejects(storeRun({ catalogue: rowless, runs }, draft(), context('cut')), /power/);
  assert.equal((await catalogue.listRuns()).length, listed);
  const { id } = await storeRun(stores, draft(), context('cut'));
  assert.deepEqual(await runs.get(id), draft().body);
  assert.equal((await catalogue.listRuns()).length, listed + 1);
});

test('a document is where its name says, as JSON', async () => {
  const { id } = await storeRun(stores, draft(), context());
  const Bucket = endpoints.environment[names.runsBucket];
  const head = await endpoints.clients.s3.send(new HeadObjectCommand({ Bucket, Key: objectKey.run(id) }));
  assert.deepEqual([head.ContentLength, head.ContentType], [11, 'application/json']);
  const missing = endpoints.clients.s3.send(new HeadObjectCommand({ Bucket, Key: 'runs/0/run.json' }));
  await assert.rejects(missing, NotFound);
});

test('more rows than one answer of the table holds are all listed', async () => {
  const { catalogue } = stores;
  const description = 'x'.repeat(20_000);
  const test = await catalogue.createTest('long');
  const base = {
    ...draft(),
    testId: test.id,
    testName: test.name,
    trashed: false,
    sizeBytes: 1,
    uploadedAt: 1,
  };
  const { body: _, test: __, ...row } = base;
  const ids = Array.from({ length: 70 }, (_, index) => 500_000 + index);
  await Promise.all(ids.map((id) => catalogue.putRun({ ...row, id, description })));
  const listed = (await catalogue.listRuns()).map(({ id }) => id).filter((id) => ids.includes(id));
  assert.deepEqual(listed, ids);
});

test('keys are kept, used and revoked one write at a time', async () => {
  const { keys } = stores;
  const made = async (name: string) => {
    const { key } = makeKey(await keys.nextId(), { name, user: 'ci', role: 'user' }, new Uint8Array(32), 10);
    await keys.put(key);
    return key;
  };
  const [one, two] = [await made('one'), await made('two')];
  assert.ok(one.id > firstKeyId && two.id > one.id);
  assert.deepEqual(await keys.get(one.id), one);
  await keys.touch(one.id, 100);
  await keys.touch(one.id, 50);
  await keys.revoke(one.id, 200);
  await keys.revoke(one.id, 300);
  assert.deepEqual(await keys.get(one.id), { ...one, lastUsedAt: 100, revokedAt: 200 });
  assert.deepEqual(
    (await keys.list()).map(({ id }) => id),
    [one.id, two.id],
  );
  await assert.rejects(keys.put(one), /already/);
  await keys.touch(9999, 1);
  await keys.revoke(9999, 1);
  assert.equal(await keys.get(9999), undefined);
});

test('the first key is made once, and anew only as long as nobody has used it', async () => {
  const { keys } = stores;
  const first = (name: string) =>
    makeKey(firstKeyId, { name, user: 'admin', role: 'admin' }, new Uint8Array(32), 1).key;
  assert.deepEqual(
    await Promise.all(['a', 'b', 'c'].map((name) => keys.putFirst(first(name), false))).then((made) =>
      made.sort(),
    ),
    [false, false, true],
  );
  assert.equal(await keys.putFirst(first('d'), true), true);
  await keys.touch(firstKeyId, 5);
  assert.equal(await keys.putFirst(first('e'), true), false);
  assert.equal((await keys.get(firstKeyId))?.name, 'd');
});
