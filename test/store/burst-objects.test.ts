import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import type { PhaseResult } from '../../lib/driver/run/settle-phase.ts';
import { Merger } from '../../lib/driver/statistics/merge.ts';
import { environment as names } from '../../lib/names/environment.ts';
import { objectKey } from '../../lib/names/object-keys.ts';
import { type BurstObjects, openBurstObjects } from '../../lib/store/burst-objects.ts';
import { main, planOf } from '../driver/run/records.ts';
import { partialOf } from '../driver/statistics/partials.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';

/** The large objects of a burst are read as they were written, and are absent before the first write. */

let endpoints: Endpoints;
let bucket = '';
let objects: BurstObjects;

before(async () => {
  endpoints = await openEndpoints();
  bucket = endpoints.environment[names.runsBucket] ?? '';
  objects = openBurstObjects(endpoints.clients.s3, bucket);
});

after(() => endpoints.close());

const typeOf = async (key: string): Promise<string | undefined> =>
  (await endpoints.clients.s3.send(new HeadObjectCommand({ Bucket: bucket, Key: key }))).ContentType;

test('a document', async () => {
  assert.equal(await objects.document('b'), undefined);
  await objects.putDocument('b', 'name: größer\n', { n: 'ß' });
  assert.deepEqual(await objects.document('b'), { text: 'name: größer\n', parameters: { n: 'ß' } });
  assert.equal(await typeOf(objectKey.document('b')), 'application/yaml');
});

test('a plan, without which a burst cannot continue', async () => {
  const plan = { ...planOf([main]), burst: 'b' };
  await assert.rejects(objects.plan('b'), /no plan of burst b/);
  await objects.putPlan(plan, 0.01);
  assert.deepEqual(await objects.plan('b'), plan);
  assert.equal(await typeOf(objectKey.plan('b')), 'application/json');
});

test('the partial of each drive', async () => {
  const partial = partialOf([], { shard: 2, segment: 1 });
  assert.equal(await objects.partial('b', 0, 2, 1), undefined);
  await objects.putPartial('b', 0, partial);
  assert.deepEqual(await objects.partial('b', 0, 2, 1), { ...partial, rows: Buffer.from(partial.rows) });
  assert.equal(await objects.partial('b', 0, 1, 2), undefined);
  assert.equal(await typeOf(objectKey.partial('b', 0, 2, 1)), 'application/zstd');
});

test('the outcome of a phase', async () => {
  const result: PhaseResult = {
    version: 1,
    phase: 3,
    merged: new Merger('main').result(),
    verdicts: [],
    failed: 'slow',
  };
  assert.equal(await objects.phase('b', 3), undefined);
  await objects.putPhase('b', 3, result);
  assert.deepEqual(await objects.phase('b', 3), {
    ...result,
    merged: { ...result.merged, rows: Buffer.alloc(0) },
  });
});

test('a store that cannot be reached is no absence', async () => {
  const elsewhere = openBurstObjects(endpoints.clients.s3, `${bucket}-none`);
  await assert.rejects(elsewhere.partial('b', 0, 0, 0), /bucket/i);
});
