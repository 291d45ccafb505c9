import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, utimesSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  type CreateMultipartUploadCommandInput,
  GetObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { bytesAtOnceMax } from '../../../lib/local/object-store/body.ts';
import { createObjectStore } from '../../../lib/local/object-store/server.ts';
import { afterwards, clientDefaults, credentials, listening, scratchDir, suiteScope } from '../scratch.ts';

const Bucket = 'parts';

/** Makes the system refuse to let a file of this process grow beyond this size, as a full disk would. */
function boundFiles(bytes: number | 'unlimited'): void {
  const { status, stderr } = spawnSync('prlimit', [`--pid=${process.pid}`, `--fsize=${bytes}:unlimited`]);
  assert.equal(status, 0, String(stderr));
}

suite('an upload in parts', () => {
  const scope = suiteScope();
  let s3: S3Client;
  let [dir, endpoint] = ['', ''];

  before(async () => {
    dir = scratchDir(scope);
    const { server } = createObjectStore({ dir, credentials, buckets: [Bucket], log: console.error });
    endpoint = await listening(scope, server);
    s3 = new S3Client({ ...clientDefaults, endpoint });
    afterwards(scope, () => s3.destroy());
  });

  const create = async (
    Key: string,
    more: Partial<CreateMultipartUploadCommandInput> = {},
  ): Promise<string> =>
    (await s3.send(new CreateMultipartUploadCommand({ Bucket, Key, ...more }))).UploadId ?? '';
  const part = (Key: string, UploadId: string, PartNumber: number, Body: string) =>
    s3.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
  const complete = (
    Key: string,
    UploadId: string,
    Parts: readonly { ETag?: string | undefined; PartNumber: number }[],
    more: { IfNoneMatch?: string } = {},
  ) =>
    s3.send(
      new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        ...more,
        MultipartUpload: { Parts: [...Parts] },
      }),
    );
  const refused = (call: Promise<unknown>, status: number, name: string) =>
    assert.rejects(call, (error: Error & { $metadata: { httpStatusCode: number } }) => {
      assert.deepEqual([error.$metadata.httpStatusCode, error.name], [status, name]);
      return true;
    });
  const read = async (Key: string) => {
    const reply = await s3.send(new GetObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED' }));
    return { ...reply, text: await reply.Body?.transformToString() };
  };
  const left = (folder: string): string[] => readdirSync(join(dir, Bucket, folder));

  test('has a part number from 1 to 10000, and no copied parts', async () => {
    const id = await create('numbers');
    for (const number of [0, 10_001]) await refused(part('numbers', id, number, 'x'), 400, 'InvalidArgument');
    const last = await part('numbers', id, 10_000, 'x');
    const copy = { Bucket, Key: 'numbers', UploadId: id, PartNumber: 1, CopySource: `${Bucket}/a` };
    await refused(s3.send(new UploadPartCopyCommand(copy)), 501, 'NotImplemented');
    await complete('numbers', id, [{ ETag: last.ETag, PartNumber: 10_000 }]);
    assert.equal((await read('numbers')).text, 'x');
  });

  test('is known by its id under its own key only', async () => {
    const id = await create('mine');
    const { ETag } = await part('mine', id, 1, 'x');
    for (const [key, upload] of [
      ['yours', id],
      ['mine', '0'.repeat(32)],
      ['mine', '..'],
      ['mine', `${id}0`],
    ] as const) {
      await refused(part(key, upload, 1, 'x'), 404, 'NoSuchUpload');
      await refused(complete(key, upload, [{ ETag, PartNumber: 1 }]), 404, 'NoSuchUpload');
      const abort = new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId: upload });
      await refused(s3.send(abort), 404, 'NoSuchUpload');
    }
    await complete('mine', id, [{ ETag, PartNumber: 1 }]);
  });

  test('is completed with parts that are there, in their order', async () => {
    const id = await create('order');
    const { ETag } = await part('order', id, 2, 'x');
    await refused(complete('order', id, []), 400, 'MalformedXML');
    await refused(complete('order', id, [{ ETag, PartNumber: 0 }]), 400, 'InvalidPartOrder');
    await refused(complete('order', id, [{ ETag, PartNumber: 1 }]), 400, 'InvalidPart');
    await refused(complete('order', id, [{ PartNumber: 2 }]), 400, 'InvalidPart');
    await part('order', id, 2, 'y');
    await refused(complete('order', id, [{ ETag, PartNumber: 2 }]), 400, 'InvalidPart');
  });

  test('lists its parts in their order, page by page, and is over when it is complete', async () => {
    const id = await create('listed');
    const list = (more: object = {}) =>
      s3.send(new ListPartsCommand({ Bucket, Key: 'listed', UploadId: id, ...more }));
    assert.deepEqual([(await list()).Parts ?? [], (await list()).IsTruncated], [[], false]);
    const etags: (string | undefined)[] = [];
    for (const number of [10, 2, 1])
      etags[number] = (await part('listed', id, number, 'x'.repeat(number))).ETag;
    const display = async (more: object) => {
      const { Parts = [], IsTruncated, NextPartNumberMarker } = await list(more);
      const parts = Parts.map(({ PartNumber, Size, ETag }) => [
        PartNumber,
        Size,
        ETag === etags[PartNumber ?? 0],
      ]);
      return [parts, IsTruncated, NextPartNumberMarker];
    };
    const [one, two, ten] = [1, 2, 10].map((number) => [number, number, true]);
    assert.deepEqual(await display({}), [[one, two, ten], false, '10']);
    assert.deepEqual(await display({ MaxParts: 2 }), [[one, two], true, '2']);
    assert.deepEqual(await display({ MaxParts: 2, PartNumberMarker: '2' }), [[ten], false, '10']);
    const listing = new ListPartsCommand({ Bucket, Key: 'listed', UploadId: id });
    const xml = await (await fetch(await getSignedUrl(s3, listing))).text();
    assert.match(xml, /<ListPartsResult\b.*<\/ListPartsResult>$/s);
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'listed', UploadId: id }));
    await refused(list(), 404, 'NoSuchUpload');
  });

  test('is deleted when it is not completed for long, at a start and while the store is up', async (t) => {
    const [first, second, young] = [await create('old'), await create('old'), await create('young')];
    const there = () => [first, second, young].map((id) => left('uploads').includes(id));
    const age = (id: string): void => {
      const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
      utimesSync(join(dir, Bucket, 'uploads', id), twoDaysAgo, twoDaysAgo);
    };
    t.mock.timers.enable({ apis: ['setInterval'] });
    age(first);
    const { server } = createObjectStore({ dir, credentials, uploadDays: 1 });
    assert.deepEqual(there(), [false, true, true]);
    age(second);
    t.mock.timers.tick(3_599_999);
    assert.deepEqual(there(), [false, true, true]);
    t.mock.timers.tick(1);
    assert.deepEqual(there(), [false, false, true]);
    server.emit('close');
    age(young);
    t.mock.timers.tick(7_200_000);
    assert.deepEqual(there(), [false, false, true]);
  });

  test('leaves nothing on a disk that is full', async (t) => {
    if (spawnSync('prlimit', ['--version']).error) return t.skip('no process can be given a bound here');
    const body = 'x'.repeat(100_000);
    const id = await create('full');
    const { ETag } = await part('full', id, 1, body);
    const tried = {
      begun: () => create('other'),
      'a part': () => part('full', id, 2, body),
      'the end of a part': () => part('full', id, 2, 'x'.repeat(50_000)),
      whole: () => complete('full', id, [{ ETag, PartNumber: 1 }]),
    };
    for (const [what, call] of Object.entries(tried)) {
      boundFiles(what === 'begun' ? 0 : 50_000);
      const answer = await call().then(
        () => 'taken',
        (error: Error) => error.name,
      );
      boundFiles('unlimited');
      assert.deepEqual([answer, left('incoming')], ['InsufficientStorage', []], what);
    }
    await complete('full', id, [{ ETag, PartNumber: 1 }]);
    assert.equal((await read('full')).text, body);
  });

  test('becomes an object with the headers of its beginning; an empty part is one', async () => {
    const id = await create('whole', { ContentType: 'text/plain' });
    const { ETag } = await part('whole', id, 1, '');
    const { ETag: whole, Key, Bucket: bucket } = await complete('whole', id, [{ ETag, PartNumber: 1 }]);
    const half = (data: string | Buffer) => createHash('sha256').update(data).digest().subarray(0, 16);
    assert.deepEqual([Key, bucket, whole], ['whole', Bucket, `"${half(half('')).toString('hex')}-1"`]);
    const { text, ContentType, ETag: read1, ContentLength } = await read('whole');
    assert.deepEqual([text, ContentType, read1, ContentLength], ['', 'text/plain', whole, 0]);
    assert.ok(!left('uploads').includes(id));
  });

  test('has the checksum of its parts, or of the whole where that is requested', async () => {
    const checksumOf = async (more: Partial<CreateMultipartUploadCommandInput>) => {
      const id = await create('sum', more);
      const { ETag } = await part('sum', id, 1, 'hello');
      await complete('sum', id, [{ ETag, PartNumber: 1 }]);
      const { ChecksumCRC32, ChecksumCRC64NVME, ChecksumType } = await read('sum');
      return [ChecksumCRC32, ChecksumCRC64NVME, ChecksumType];
    };
    const full = await checksumOf({ ChecksumAlgorithm: 'CRC32', ChecksumType: 'FULL_OBJECT' });
    assert.deepEqual(full, ['NhCmhg==', undefined, 'FULL_OBJECT']);
    const [composite, , type] = await checksumOf({ ChecksumAlgorithm: 'CRC32', ChecksumType: 'COMPOSITE' });
    assert.match(composite ?? '', /-1$/);
    assert.equal(type, 'COMPOSITE');
  });

  test('is not completed over an object that must not be there', async () => {
    await s3.send(new PutObjectCommand({ Bucket, Key: 'taken', Body: 'first' }));
    const id = await create('taken');
    const { ETag } = await part('taken', id, 1, 'second');
    const call = complete('taken', id, [{ ETag, PartNumber: 1 }], { IfNoneMatch: '*' });
    await refused(call, 412, 'PreconditionFailed');
    assert.equal((await read('taken')).text, 'first');
    assert.deepEqual(left('incoming'), []);
  });

  test('that is aborted while a part arrives keeps nothing of it', async () => {
    const id = await create('race');
    const command = new UploadPartCommand({ Bucket, Key: 'race', UploadId: id, PartNumber: 1 });
    // A URL is signed before there is a body, so it has no checksum.
    const signer = new S3Client({ ...clientDefaults, endpoint, requestChecksumCalculation: 'WHEN_REQUIRED' });
    const url = await getSignedUrl(signer, command, { expiresIn: 60 });
    const sending = request(url, { method: 'PUT', headers: { 'content-length': bytesAtOnceMax + 1 } });
    const answered = new Promise<readonly [number, string]>((resolve, reject) => {
      sending.once('error', reject);
      sending.once('response', async (response) => {
        const chunks = await response.toArray();
        resolve([response.statusCode ?? 0, Buffer.concat(chunks).toString()]);
      });
    });
    sending.write('x');
    while (left('incoming').length === 0) await pause(2);
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'race', UploadId: id }));
    sending.end('x'.repeat(bytesAtOnceMax));
    const [status, text] = await answered;
    assert.equal(status, 404);
    assert.match(text, /<Code>NoSuchUpload<\/Code>/);
    assert.deepEqual(left('incoming'), []);
  });
});
