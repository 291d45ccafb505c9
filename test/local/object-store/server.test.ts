import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import {
  AbortMultipartUploadCommand,
  type ChecksumAlgorithm,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectTaggingCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { bytesAtOnceMax } from '../../../lib/local/object-store/body.ts';
import { commitObject, createBucket, incomingPath } from '../../../lib/local/object-store/bucket.ts';
import { createObjectStore } from '../../../lib/local/object-store/server.ts';
import { afterwards, clientDefaults, credentials, listening, scratchDir, suiteScope } from '../scratch.ts';

const Bucket = 'downpour-runs';

describe('the object store answers the unmodified AWS SDK as S3 does', () => {
  const scope = suiteScope();
  let s3: S3Client;
  let dir: string;
  const logged: unknown[] = [];

  before(async () => {
    dir = scratchDir(scope);
    const { server } = createObjectStore({
      dir,
      credentials,
      buckets: [Bucket],
      log: (error) => logged.push(error),
    });
    s3 = new S3Client({ ...clientDefaults, endpoint: await listening(scope, server) });
  });
  after(() => {
    s3.destroy();
    assert.deepEqual(logged, []);
  });

  const put = (Key: string, Body: PutObjectCommandInput['Body'], more: Partial<PutObjectCommandInput> = {}) =>
    s3.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
  const get = async (Key: string, more: Partial<GetObjectCommandInput> = {}) => {
    const answer = await s3.send(new GetObjectCommand({ Bucket, Key, ...more }));
    const bytes = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
    return { ...answer, bytes, text: bytes.toString() };
  };
  const refused = async (call: Promise<unknown>, status: number, name?: string) => {
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof S3ServiceException, String(error));
      assert.equal(error.$metadata.httpStatusCode, status, String(error));
      if (name) assert.equal(error.name, name);
      return true;
    });
  };

  test('an object that is deleted is gone, also after a restart, and to delete it again succeeds', async () => {
    await put('gone', 'x');
    await put('stays', 'y');
    for (let time = 0; time < 2; time += 1)
      assert.equal(
        (await s3.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }))).$metadata.httpStatusCode,
        204,
      );
    await refused(get('gone'), 404, 'NoSuchKey');
    const { server: again } = createObjectStore({ dir, credentials, buckets: [Bucket], log: console.error });
    const second = new S3Client({ ...clientDefaults, endpoint: await listening(scope, again) });
    const read = (Key: string) => second.send(new GetObjectCommand({ Bucket, Key }));
    await refused(read('gone'), 404, 'NoSuchKey');
    assert.equal(await (await read('stays')).Body?.transformToString(), 'y');
    second.destroy();
    await refused(s3.send(new DeleteObjectCommand({ Bucket, Key: 'stays', VersionId: 'v1' })), 501);
  });

  test('a client signs for the present time after a step of the clock', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
    for (const text of ['a', 'b']) await put('stepped', text);
    t.mock.timers.reset();
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'stepped' }));
  });

  test('unsupported features are rejected, and never ignored', async () => {
    const missing = { Bucket: 'second', Key: 'a' };
    await refused(s3.send(new GetObjectCommand(missing)), 404, 'NoSuchBucket');
    await put('plain', 'kept');
    const Tagging = { TagSet: [{ Key: 'a', Value: 'b' }] };
    await refused(s3.send(new PutObjectTaggingCommand({ Bucket, Key: 'plain', Tagging })), 501);
    const copy = { Bucket, Key: 'plain', CopySource: `${Bucket}/plain` };
    await refused(s3.send(new CopyObjectCommand(copy)), 501);
    await refused(s3.send(new ListObjectsV2Command({ Bucket })), 501);
    await refused(put('k'.repeat(1025), ''), 400, 'KeyTooLongError');
    assert.equal((await get('plain')).text, 'kept');
    assert.throws(() => createObjectStore({ dir, credentials, buckets: ['../out'] }), {
      code: 'InvalidBucketName',
    });
  });

  test('an object comes back with its bytes, type and metadata', async () => {
    await put('runs/1/run.json', '{"a":1}', {
      ContentType: 'application/json',
      Metadata: { k: 'v' },
    });
    const { text, ContentType, Metadata, ETag } = await get('runs/1/run.json');
    const etag = createHash('sha256').update('{"a":1}').digest('hex').slice(0, 32);
    assert.deepEqual(
      [text, ContentType, Metadata, ETag],
      ['{"a":1}', 'application/json', { k: 'v' }, `"${etag}"`],
    );
  });

  for (const [algorithm, value] of Object.entries({
    CRC32: 'NhCmhg==',
    SHA1: 'qvTGHdzF6KLavt4PO0gs2a6pQ00=',
    SHA256: 'LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=',
  })) {
    test(`checksum ${algorithm} is verified, kept and given back`, async () => {
      const ChecksumAlgorithm = algorithm as ChecksumAlgorithm;
      const field = `Checksum${algorithm}` as 'ChecksumCRC32';
      assert.equal((await put(`sum/${algorithm}`, 'hello', { ChecksumAlgorithm }))[field], value);
      assert.equal((await get(`sum/${algorithm}`, { ChecksumMode: 'ENABLED' }))[field], value);
      await refused(put('sum/bad', 'hellO', { [field]: value }), 400, 'BadDigest');
      await refused(get('sum/bad'), 404);
    });
  }

  test('a stream goes through aws-chunked and arrives without its framing', async () => {
    const bytes = randomBytes(300_000);
    const body = Readable.from([bytes.subarray(0, 1), bytes.subarray(1, 100_000), bytes.subarray(100_000)]);
    await put('chunked', body, { ContentLength: bytes.length });
    const back = await get('chunked');
    assert.ok(back.bytes.equals(bytes));
    assert.equal(back.ContentEncoding, undefined);
  });

  test('If-None-Match: * creates once; If-Match replaces what was seen', async () => {
    const first = await put('once', '1', { IfNoneMatch: '*' });
    await refused(put('once', '2', { IfNoneMatch: '*' }), 412, 'PreconditionFailed');
    await put('once', '3', { IfMatch: first.ETag });
    await refused(put('once', '4', { IfMatch: first.ETag }), 412);
    await refused(put('never', '1', { IfMatch: first.ETag }), 404);
    assert.equal((await get('once')).text, '3');
  });

  test('exactly one of 16 clients that create the same object at once succeeds, and its bytes are stored', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, i) => put('race', `v${i}`, { IfNoneMatch: '*' })),
    );
    const winners = outcomes.flatMap((outcome, i) => (outcome.status === 'fulfilled' ? [`v${i}`] : []));
    assert.deepEqual(winners, [(await get('race')).text]);
  });

  test('objects sent at once and as a stream are returned unchanged, whole and in ranges', async () => {
    for (const size of [bytesAtOnceMax, bytesAtOnceMax + 1]) {
      const bytes = randomBytes(size);
      await put('sized', bytes);
      assert.ok((await get('sized')).bytes.equals(bytes));
      const Range = `bytes=1-${size - 1}`;
      assert.ok((await get('sized', { Range })).bytes.equals(bytes.subarray(1)));
    }
  });

  test('ranges: first-last, open, suffix, unsatisfiable, empty object', async () => {
    await put('range', '0123456');
    const cases = {
      'bytes=1-3': '123',
      'bytes=5-': '56',
      'bytes=-2': '56',
      'bytes=3-99': '3456',
      'bytes=-99': '0123456',
    };
    for (const [Range, expected] of Object.entries(cases)) {
      const part = await get('range', { Range });
      assert.deepEqual([part.text, part.$metadata.httpStatusCode], [expected, 206], Range);
    }
    assert.equal((await get('range', { Range: 'bytes=1-3' })).ContentRange, 'bytes 1-3/7');
    for (const Range of ['lines=1-3', 'bytes=3-1'])
      assert.equal((await get('range', { Range })).$metadata.httpStatusCode, 200);
    await refused(get('range', { Range: 'bytes=7-9' }), 416, 'InvalidRange');
    await put('empty', '');
    assert.equal((await get('empty')).text, '');
    await refused(get('empty', { Range: 'bytes=0-0' }), 416);
  });

  test('conditional reads: 304 and 412', async () => {
    const { ETag } = await put('seen', 'x');
    const later = new Date(Date.now() + 60_000);
    const earlier = new Date(Date.now() - 60_000);
    await refused(get('seen', { IfNoneMatch: ETag }), 304);
    await refused(get('seen', { IfMatch: '"other"' }), 412);
    await refused(get('seen', { IfModifiedSince: later }), 304);
    const { LastModified } = await get('seen', { IfUnmodifiedSince: later });
    await refused(get('seen', { IfModifiedSince: LastModified }), 304);
    await get('seen', { IfUnmodifiedSince: LastModified });
    await refused(get('seen', { IfUnmodifiedSince: earlier }), 412);
    assert.equal((await get('seen', { IfMatch: ETag, IfModifiedSince: earlier })).text, 'x');
  });

  test('missing objects: NoSuchKey for GET, NotFound for HEAD', async () => {
    await refused(get('missing'), 404, 'NoSuchKey');
    await refused(s3.send(new HeadObjectCommand({ Bucket, Key: 'missing' })), 404, 'NotFound');
  });

  test('keys may hold anything: spaces, signs, percent escapes, dots, control characters', async () => {
    for (const key of [
      'ü/é ü',
      'a b+c',
      'p%20q',
      "q'(1)!*",
      'x//y',
      '../../etc/passwd',
      'n\nl',
      '<&>',
      '~',
    ]) {
      await put(key, key);
      assert.equal((await get(key)).text, key);
    }
    await put('dual', '1');
    await put('dual/x', '2');
    assert.equal((await get('dual')).text + (await get('dual/x')).text, '12');
    assert.deepEqual(readdirSync(dir), [Bucket]);
  });

  test('multipart: parts become one object with the ETag and checksum of S3', async () => {
    const parts = [randomBytes(5 << 20), randomBytes(1000)];
    const { UploadId } = await s3.send(
      new CreateMultipartUploadCommand({
        Bucket,
        Key: 'mp',
        ContentType: 'text/plain',
        ChecksumAlgorithm: 'CRC32',
      }),
    );
    const sent: CompletedPart[] = [];
    for (const [i, Body] of parts.entries()) {
      const PartNumber = i + 1;
      const { ETag, ChecksumCRC32 } = await s3.send(
        new UploadPartCommand({ Bucket, Key: 'mp', UploadId, PartNumber, Body, ChecksumAlgorithm: 'CRC32' }),
      );
      sent.push({ ETag, ChecksumCRC32, PartNumber });
    }
    const complete = (Parts: CompletedPart[], Id = UploadId) =>
      s3.send(
        new CompleteMultipartUploadCommand({ Bucket, Key: 'mp', UploadId: Id, MultipartUpload: { Parts } }),
      );
    await refused(complete(sent.toReversed()), 400, 'InvalidPartOrder');
    await refused(complete([sent[0]!, sent[0]!]), 400, 'InvalidPartOrder');
    await refused(complete([{ ...sent[0]!, ETag: '"0"' }]), 400, 'InvalidPart');
    for (const PartNumber of [0, 10_001]) {
      const part = { Bucket, Key: 'mp', UploadId, PartNumber, Body: 'x' };
      await refused(s3.send(new UploadPartCommand(part)), 400, 'InvalidArgument');
    }
    const elsewhere = { Bucket, Key: 'other', UploadId, PartNumber: 1, Body: 'x' };
    await refused(s3.send(new UploadPartCommand(elsewhere)), 404, 'NoSuchUpload');
    await complete(sent);
    const back = await get('mp');
    assert.ok(back.bytes.equals(Buffer.concat(parts)));
    assert.match(back.ETag ?? '', /^"[0-9a-f]{32}-2"$/);
    assert.equal(back.ContentType, 'text/plain');
    await refused(complete(sent), 404, 'NoSuchUpload');
  });

  test('multipart: small parts are refused, aborted uploads are gone', async () => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'ab' }));
    const Parts = [];
    for (const PartNumber of [1, 2]) {
      const { ETag } = await s3.send(
        new UploadPartCommand({ Bucket, Key: 'ab', UploadId, PartNumber, Body: 'x' }),
      );
      Parts.push({ ETag, PartNumber });
    }
    const complete = new CompleteMultipartUploadCommand({
      Bucket,
      Key: 'ab',
      UploadId,
      MultipartUpload: { Parts },
    });
    await refused(s3.send(complete), 400, 'EntityTooSmall');
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'ab', UploadId }));
    await refused(s3.send(complete), 404, 'NoSuchUpload');
    assert.deepEqual(readdirSync(join(dir, Bucket, 'uploads')), []);
  });

  test('presigned URLs work until they expire and for nothing else', async () => {
    await put('pre', '{"a":1}');
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'pre' }), { expiresIn: 60 });
    const answer = await fetch(url);
    assert.deepEqual([answer.status, await answer.text()], [200, '{"a":1}']);
    assert.equal((await fetch(url.replace('/pre', '/once'))).status, 403);
    assert.equal((await fetch(url, { method: 'PUT', body: 'x' })).status, 403);
    const signingDate = new Date(Date.now() - 120_000);
    const old = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'pre' }), {
      expiresIn: 60,
      signingDate,
    });
    const expired = await fetch(old);
    assert.equal(expired.status, 403);
    assert.match(await expired.text(), /Request has expired/);
  });

  test('a presigned PUT takes any body, unless the URL carries the checksum of none', async () => {
    const plain = new S3Client({
      ...clientDefaults,
      endpoint: await endpointOf(s3),
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
    const command = new PutObjectCommand({ Bucket, Key: 'pre-put', ContentType: 'text/plain' });
    const init = { method: 'PUT', body: 'presigned', headers: { 'content-type': 'text/plain' } };
    assert.equal((await fetch(await getSignedUrl(plain, command), init)).status, 200);
    assert.equal((await get('pre-put')).text, 'presigned');
    // By default the SDK puts the CRC32 of an empty body into the URL. S3 then refuses every other body.
    assert.equal((await fetch(await getSignedUrl(s3, command), init)).status, 400);
    plain.destroy();
  });

  test('a wrong secret, an unknown key and no signature are refused', async () => {
    const endpoint = await endpointOf(s3);
    const withCredentials = (accessKeyId: string, secretAccessKey: string) =>
      new S3Client({ ...clientDefaults, endpoint, credentials: { accessKeyId, secretAccessKey } });
    const command = new GetObjectCommand({ Bucket, Key: 'pre' });
    await refused(withCredentials('test', 'nope').send(command), 403, 'SignatureDoesNotMatch');
    await refused(withCredentials('constructor', 'nope').send(command), 403, 'InvalidAccessKeyId');
    assert.equal((await fetch(`${endpoint}/${Bucket}/pre`)).status, 403);
    assert.equal((await fetch(`${endpoint}/%`)).status, 403);
  });

  test('a client that goes away in the middle of a body leaves nothing', async () => {
    const url = new URL(
      await getSignedUrl(
        new S3Client({
          ...clientDefaults,
          endpoint: await endpointOf(s3),
          requestChecksumCalculation: 'WHEN_REQUIRED',
        }),
        new PutObjectCommand({ Bucket, Key: 'half' }),
      ),
    );
    const upload = httpRequest(url, { method: 'PUT', headers: { 'content-length': 1000 } });
    const gone = new Promise((resolve) => upload.on('error', resolve));
    upload.write('half', () => upload.destroy());
    await gone;
    await refused(get('half'), 404);
  });

  test('an answer without a change has no length', async () => {
    const { ETag } = await put('same', 'same');
    const url = await getSignedUrl(s3, new GetObjectCommand({ Bucket, Key: 'same' }));
    const { status, headers } = await fetch(url, { headers: { 'if-none-match': String(ETag) } });
    assert.deepEqual([status, headers.get('content-length')], [304, null]);
  });

  test('a body that was refused halfway is read to its end', async () => {
    const url = await getSignedUrl(s3, new CreateMultipartUploadCommand({ Bucket, Key: 'endless' }));
    const sent = httpRequest(url, { method: 'POST', headers: { 'content-length': 64 * 1024 ** 2 } });
    const finished = once(sent, 'finish');
    sent.end(Buffer.alloc(64 * 1024 ** 2));
    const [response] = await once(sent, 'response');
    response.resume();
    assert.equal(response.statusCode, 400);
    await finished;
  });
});

test('acknowledged objects exist after a restart, and incomplete ones do not', async (t) => {
  const dir = scratchDir(t);
  const open = async () => {
    const { server } = createObjectStore({ dir, credentials, buckets: [Bucket] });
    return new S3Client({ ...clientDefaults, endpoint: await listening(t, server) });
  };
  const first = await open();
  await first.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'kept', Metadata: { a: 'b' } }));
  const { UploadId } = await first.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
  const part = { Bucket, Key: 'parts', UploadId, PartNumber: 1 };
  const { ETag } = await first.send(new UploadPartCommand({ ...part, Body: 'part' }));
  writeFileSync(join(dir, Bucket, 'incoming', 'torn'), 'torn');
  writeFileSync(join(dir, Bucket, 'objects', 'torn'), 'torn object');

  const second = await open();
  const kept = await second.send(new GetObjectCommand({ Bucket, Key: 'kept' }));
  assert.deepEqual([await kept.Body?.transformToString(), kept.Metadata], ['kept', { a: 'b' }]);
  assert.deepEqual(readdirSync(join(dir, Bucket, 'incoming')), []);
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
  await second.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'parts', UploadId, MultipartUpload }));
  first.destroy();
  second.destroy();
});

test('old objects are removed after the start, below the prefixes that expire only', async (t) => {
  const dir = scratchDir(t);
  const open = async () => {
    const expiry = [{ prefix: 'old/', days: 30 }];
    const { server } = createObjectStore({ dir, credentials, buckets: [Bucket], expiry });
    const s3 = new S3Client({ ...clientDefaults, endpoint: await listening(t, server) });
    afterwards(t, () => s3.destroy());
    return (Key: string) => s3.send(new GetObjectCommand({ Bucket, Key }));
  };
  const bucket = createBucket(dir, Bucket);
  for (const [key, days] of [
    ['old/1', 30.1],
    ['old/2', 29.9],
    ['runs/1', 1000],
  ] as const) {
    const incoming = incomingPath(bucket);
    writeFileSync(incoming, '');
    const modifiedAt = Date.now() - days * 86_400_000;
    commitObject(bucket, incoming, { key, size: 0, etag: '', modifiedAt, headers: {} }, () => undefined);
  }
  const isGone = async (get: (key: string) => Promise<unknown>): Promise<boolean> =>
    get('old/1').then(
      () => false,
      ({ name }: Error) => name === 'NoSuchKey',
    );
  for (const get of [await open(), await open()]) {
    while (!(await isGone(get)));
    await get('old/2');
    await get('runs/1');
  }
});

async function endpointOf(client: S3Client): Promise<string> {
  const endpoint = await client.config.endpoint?.();
  assert.ok(endpoint);
  return `${endpoint.protocol}//${endpoint.hostname}:${endpoint.port}`;
}
