import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HeadObjectCommand, NotFound } from '@aws-sdk/client-s3';
import { environment as names } from '../../lib/names/environment.ts';
import { firstKeyId } from '../../lib/names/identity-keys.ts';
import { objectKey } from '../../lib/names/object-keys.ts';
import { makeKey } from '../../lib/results/identity/api-key.ts';
import { unknownUser } from '../../lib/results/identity/user.ts';
import { openStores, type Stores } from '../../lib/store/stores.ts';
import { openUploadStore } from '../../lib/store/uploads/uploads.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';

/** The stores keep their data through the unmodified SDK, with any server that implements S3 and DynamoDB. */

let endpoints: Endpoints;
let stores: Stores;
before(async () => {
  endpoints = await openEndpoints();
  stores = openStores(endpoints.environment, endpoints.clients);
});
after(() => endpoints.close());

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

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

test('a revision of a document is erased with its index, and no other one', async () => {
  const { runs } = stores;
  for (const revision of [0, 7]) {
    await runs.put(900_006, bytes(`body ${revision}`), revision);
    await runs.putIndex(900_006, bytes('an index'), revision);
  }
  await runs.eraseRevision(900_006, 0);
  await runs.eraseRevision(900_006, 3);
  assert.equal(await runs.get(900_006), undefined);
  assert.equal(await runs.index(900_006)(0, 8), undefined);
  assert.deepEqual(await runs.get(900_006, 7), bytes('body 7'));
  assert.deepEqual(await runs.index(900_006, 7)(0, 8), bytes('an index'));
});

test('the log of histograms is replaced, and takes less room than it has characters', async () => {
  const { runs } = stores;
  assert.equal(await runs.histograms(900_005), undefined);
  await runs.putHistograms(900_005, 'first');
  await runs.putHistograms(900_005, 'a row\n'.repeat(10_000));
  assert.equal(await runs.histograms(900_005), 'a row\n'.repeat(10_000));
});

test('the numbers of a run for comparisons are replaced', async () => {
  const { runs } = stores;
  assert.equal(await runs.measured(900_005), undefined);
  await runs.putMeasured(900_005, bytes('first'));
  await runs.putMeasured(900_005, bytes('second'));
  assert.deepEqual(await runs.measured(900_005), bytes('second'));
});

test('a large answer is read through its own URL, without a key', async () => {
  const url = await stores.runs.putAnswer('request-1', '{"value":"[1]"}', 'application/json', 60);
  const reply = await fetch(url);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('content-type'), 'application/json');
  assert.equal(await reply.text(), '{"value":"[1]"}');
  assert.equal((await fetch(url.replace('request-1', 'request-2'))).status, 403);
  const bytes = Buffer.from([0, 255, 128]);
  const file = await fetch(await stores.runs.putAnswer('request-3', bytes, 'application/octet-stream', 60));
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes);
  const pieces = Array.from({ length: 5 }, (_, at) => Buffer.alloc(4 * 1024 * 1024, at));
  const parts = await fetch(await stores.runs.putAnswer('request-4', pieces, 'application/json', 60));
  assert.equal(parts.headers.get('content-type'), 'application/json');
  assert.ok(Buffer.concat(pieces).equals(Buffer.from(await parts.arrayBuffer())));
});

test('one of many writers of the same document at the same time succeeds', async () => {
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) => stores.runs.put(900_003, bytes(`"${index}"`))),
  );
  assert.equal(results.filter(Boolean).length, 1);
});

test('a document is where its name says, as JSON, also when it was uploaded in parts', async () => {
  const Bucket = endpoints.environment[names.runsBucket] ?? assert.fail();
  const uploads = openUploadStore(endpoints.clients.s3, Bucket);
  await stores.runs.put(900_005, bytes('{"a": 1.50}'));
  const transfer = await uploads.begin(900_007);
  const url = await uploads.url(900_007, transfer, 1, 11, 60);
  assert.equal((await fetch(url, { method: 'PUT', body: '{"a": 1.50}' })).status, 200);
  await uploads.join(900_007, transfer, (await uploads.parts(900_007, transfer)) ?? []);
  const headOf = (Key: string) => endpoints.clients.s3.send(new HeadObjectCommand({ Bucket, Key }));
  for (const run of [900_005, 900_007]) {
    const head = await headOf(objectKey.run(run));
    assert.deepEqual([head.ContentLength, head.ContentType], [11, 'application/json']);
  }
  await assert.rejects(headOf('runs/0/run.json'), NotFound);
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
  assert.equal(await keys.rename(one.id, 'first'), true);
  await keys.revoke(one.id, 200);
  assert.equal(await keys.rename(one.id, 'late'), false);
  assert.equal(await keys.rename(9999, 'nobody'), false);
  await keys.revoke(one.id, 300);
  assert.deepEqual(await keys.get(one.id), { ...one, name: 'first', lastUsedAt: 100, revokedAt: 200 });
  assert.deepEqual(
    (await keys.list()).map(({ id }) => id),
    [one.id, two.id],
  );
  await assert.rejects(keys.put(one), /already/);
  await keys.touch(9999, 1);
  await keys.revoke(9999, 1);
  assert.equal(await keys.get(9999), undefined);
});

test('a code is taken once, also by several requests at once', async () => {
  const { keys } = stores;
  const record = {
    type: 'BROWSER' as const,
    user: 'ci',
    role: 'user' as const,
    lastsMs: 3_600_000,
    hash: 'f'.repeat(64),
    madeBy: 1,
    expiresAt: Date.now() + 120_000,
  };
  await keys.putOnce(record);
  const taken = await Promise.all([1, 2, 3].map(() => keys.takeOnce(record.hash)));
  assert.deepEqual(
    taken.filter((each) => each !== undefined),
    [record],
  );
  assert.equal(await keys.takeOnce(record.hash), undefined);
});

test('users and teams are kept, and of two changes at once one is written', async () => {
  const { users } = stores;
  const ada = { ...unknownUser('ada', 10), teams: { 'dev-team': ['viewer', 'tester'] } } as const;
  assert.deepEqual(await Promise.all([users.add(ada), users.add(ada)]).then((all) => all.sort()), [
    false,
    true,
  ]);
  assert.deepEqual(await users.get('ada'), ada);
  const changes = ['a@x', 'b@x'].map((email) => users.replace({ ...ada, email }));
  assert.deepEqual((await Promise.all(changes)).sort(), [false, true]);
  assert.equal((await users.get('ada'))?.version, 2);
  assert.equal(await users.replace({ ...unknownUser('bo', 10) }), false);
  await users.add(unknownUser('Bo', 10));
  assert.deepEqual(
    (await users.list()).map(({ name }) => name),
    ['Bo', 'ada'],
  );
  assert.equal(await users.wasRemoved('ada'), false);
  await users.remove('ada');
  assert.deepEqual([await users.get('ada'), await users.wasRemoved('ada')], [undefined, true]);
  const tries = [1, 1, -1, 1] as const;
  const counted = [];
  for (const each of tries) counted.push(await users.countTry('ada', 7, each, 1_800_000_000));
  assert.deepEqual([counted, await users.countTry('ada', 8, 1, 1_800_000_000)], [[1, 2, 1, 2], 1]);
  assert.deepEqual([await users.tries('ada', 7), await users.tries('ada', 9)], [2, 0]);
  const team = { name: 'dev-team', createdAt: 10 };
  assert.deepEqual([await users.addTeam(team), await users.addTeam(team)], [true, false]);
  assert.deepEqual([await users.team('dev-team'), await users.teams()], [team, [team]]);
  await users.removeTeam('dev-team');
  assert.deepEqual(await users.teams(), []);
});

test('the audit is read backwards, a day at a time', async () => {
  const { audit } = stores;
  const at = Date.UTC(2026, 0, 2);
  const entry = { user: 'ada', by: 'key', operation: 'test-create', status: 201 } as const;
  for (const [requestId, ms] of [
    ['c', -1],
    ['b', 0],
    ['a', 0],
    ['d', 86_399_999],
  ] as const)
    await audit.put({ ...entry, requestId, at: at + ms });
  const ids = async (limit: number, before?: string) =>
    (await audit.page(at + 5, limit, before)).map(({ requestId }) => requestId);
  assert.deepEqual(await ids(9), ['d', 'b', 'a']);
  const [last] = await audit.page(at, 1);
  assert.deepEqual([await ids(1), await ids(1, last?.sk)], [['d'], ['b']]);
});

test('the first key is created once, and replaced only while it is unused', async () => {
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
