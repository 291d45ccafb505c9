import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { NotFound, type S3Client } from '@aws-sdk/client-s3';
import { environment as names } from '../../lib/names/environment.ts';
import { objectKey } from '../../lib/names/object-keys.ts';
import { openBurstFiles } from '../../lib/store/burst-files.ts';
import { openBurstObjects } from '../../lib/store/burst-objects.ts';
import { eraseObject, putObject, readObject } from '../../lib/store/objects.ts';
import { main, planOf } from '../driver/run/records.ts';
import { type Endpoints, openEndpoints } from './endpoints.ts';
import { recording } from './recording.ts';

const upload = '0b8a2f6e-7f0e-4b7c-9d4f-1c2d3e4f5a6b';
function contentOf(text: string) {
  const content = Buffer.from(text);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { content, path: 'a.txt', sha256, bytes: content.length };
}

suite('files that came with a document', () => {
  let endpoints: Endpoints;
  let bucket = '';
  before(async () => {
    endpoints = await openEndpoints();
    bucket = endpoints.environment[names.runsBucket] ?? '';
  });
  after(() => endpoints.close());
  const files = () => openBurstFiles(endpoints.clients.s3, bucket);
  const put = (url: string, content: Uint8Array, sha256: string) => {
    const headers = { 'x-amz-checksum-sha256': Buffer.from(sha256, 'hex').toString('base64') };
    return fetch(url, { method: 'PUT', headers, body: content as Uint8Array<ArrayBuffer> });
  };

  test('come back as they were put, and are gone when they are erased, however often', async () => {
    const { sha256, content, bytes } = contentOf('secret');
    assert.equal(await files().get(upload, sha256), undefined);
    await files().put(upload, sha256, content);
    assert.deepEqual(await files().get(upload, sha256), content);
    assert.equal(await files().get(`${upload.slice(0, -1)}0`, sha256), undefined);
    const file = { path: 'a', sha256, bytes };
    await files().erase(upload, [file, { ...file, path: 'b' }, { ...contentOf('other') }]);
    assert.equal(await files().get(upload, sha256), undefined);
    await files().erase(upload, [file]);
  });

  test('get in through a URL with exactly their content', async () => {
    const file = contentOf('a larger one');
    const url = await files().urlFor(upload, file, 60);
    const signed = new URL(url).searchParams.get('X-Amz-SignedHeaders');
    assert.equal(signed, 'content-length;host;x-amz-checksum-sha256');
    const other = contentOf('a larger 0ne');
    for (const [content, sha256] of [
      [other.content, file.sha256],
      [other.content, other.sha256],
      [Buffer.from('longer than that'), file.sha256],
    ] as const) {
      const answer = await put(url, content, sha256);
      assert.ok(answer.status >= 400 && answer.status < 500, `${answer.status}`);
      assert.equal(await files().get(upload, file.sha256), undefined);
    }
    assert.equal((await put(url, file.content, file.sha256)).status, 200);
    assert.deepEqual(await files().get(upload, file.sha256), file.content);
  });

  test('nothing of a document is left but the outline of its plan', async () => {
    const objects = openBurstObjects(endpoints.clients.s3, bucket);
    const scenario = { sequences: [], initial: [], maxRequests: 1, sharesState: true } as const;
    const plan = { ...planOf([{ ...main, scenario }]), burst: 'b-1' };
    await objects.putDocument('b-1', 'name: n', { p: 'v' });
    await objects.putPlan(plan, 0.01);
    const shared = { version: 1, final: true, maps: [], taken: [], counters: [], data: [] } as const;
    await objects.putShared('b-1', 0, 1, 0, shared);
    await objects.eraseDocument('b-1');
    await objects.eraseDocument('b-1');
    assert.equal(await objects.shared('b-1', 0, 1, 0), undefined, 'what users shared may hold the same');
    const store = { s3: endpoints.clients.s3, bucket };
    for (const key of [objectKey.document, objectKey.parameters, objectKey.plan])
      assert.equal(await readObject(store, key('b-1')), undefined);
    assert.equal(await objects.document('b-1'), undefined);
    await assert.rejects(objects.plan('b-1'), /no plan of burst b-1/);
    const { name, isWarmup, durationMs } = plan.benchmark.phases[0] ?? assert.fail();
    assert.deepEqual(await objects.outline('b-1'), {
      benchmark: { phases: [{ name, isWarmup, ...(durationMs === undefined ? {} : { durationMs }) }] },
      phases: plan.phases.map(({ expectedArrivals, requests }) => ({
        expectedArrivals,
        limits: { failedRatio: 0.01, requests },
      })),
      shards: plan.shards,
      targets: ['http://localhost:8080'],
      dollars: plan.estimate.dollars,
    });
    await assert.rejects(objects.outline('b-2'), /no plan of burst b-2/);
  });

  test('an object is erased in every version, as a repeated write leaves several', async () => {
    const missing = new NotFound({ message: 'no k', $metadata: {} });
    const { client: s3, sent } = recording<S3Client>([
      { VersionId: 'v7' },
      {},
      { VersionId: 'v6' },
      {},
      missing,
    ]);
    await eraseObject({ s3, bucket: 'b' }, 'k');
    const place = { Bucket: 'b', Key: 'k' };
    assert.deepEqual(sent, [
      { kind: 'HeadObjectCommand', input: place },
      { kind: 'DeleteObjectCommand', input: { ...place, VersionId: 'v7' } },
      { kind: 'HeadObjectCommand', input: place },
      { kind: 'DeleteObjectCommand', input: { ...place, VersionId: 'v6' } },
      { kind: 'HeadObjectCommand', input: place },
    ]);
    await putObject({ s3: endpoints.clients.s3, bucket }, 'kept', Buffer.from('x'), 'text/plain');
    await eraseObject({ s3: endpoints.clients.s3, bucket }, 'absent');
    assert.equal((await readObject({ s3: endpoints.clients.s3, bucket }, 'kept'))?.toString(), 'x');
  });
});
