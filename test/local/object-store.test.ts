import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
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
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLifecycleConfigurationCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  type GetObjectCommandInput,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  PutObjectTaggingCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { createObjectStore } from '../../lib/local/object-store/server.ts';
import { clientDefaults, credentials, listening, scratchDir, suiteScope } from './scratch.ts';

const Bucket = 'downpour-runs';

describe('the object store answers the unmodified AWS SDK as S3 does', () => {
  const scope = suiteScope();
  let s3: S3Client;
  let dir: string;

  before(async () => {
    dir = scratchDir(scope);
    const server = createObjectStore({ dir, credentials, buckets: [Bucket], log: console.error });
    s3 = new S3Client({ ...clientDefaults, endpoint: await listening(scope, server) });
  });
  after(() => s3.destroy());

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

  test('buckets: create, head, refuse a second one, refuse bad names, delete', async () => {
    await s3.send(new CreateBucketCommand({ Bucket: 'second' }));
    await s3.send(new HeadBucketCommand({ Bucket: 'second' }));
    await refused(s3.send(new CreateBucketCommand({ Bucket: 'second' })), 409, 'BucketAlreadyOwnedByYou');
    await refused(s3.send(new CreateBucketCommand({ Bucket: 'No_Bucket' })), 400, 'InvalidBucketName');
    await s3.send(new PutObjectCommand({ Bucket: 'second', Key: 'a', Body: 'a' }));
    await refused(s3.send(new DeleteBucketCommand({ Bucket: 'second' })), 409, 'BucketNotEmpty');
    await s3.send(new DeleteObjectCommand({ Bucket: 'second', Key: 'a' }));
    await s3.send(new DeleteBucketCommand({ Bucket: 'second' }));
    await refused(s3.send(new GetObjectCommand({ Bucket: 'second', Key: 'a' })), 404, 'NoSuchBucket');
  });

  test('an object comes back with its bytes, type and metadata', async () => {
    const stored = await put('runs/1/run.json', '{"a":1}', {
      ContentType: 'application/json',
      Metadata: { k: 'v' },
      ServerSideEncryption: 'AES256',
    });
    assert.equal(stored.ServerSideEncryption, 'AES256');
    const { text, ContentType, Metadata, ETag } = await get('runs/1/run.json');
    const md5 = createHash('md5').update('{"a":1}').digest('hex');
    assert.deepEqual(
      [text, ContentType, Metadata, ETag],
      ['{"a":1}', 'application/json', { k: 'v' }, `"${md5}"`],
    );
  });

  for (const [algorithm, value] of Object.entries({
    CRC32: 'NhCmhg==',
    CRC32C: 'mnG7TA==',
    CRC64NVME: 'M3eFcAZSQlc=',
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

  test('of 16 that create the same object at once exactly one wins, and its bytes are there', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 16 }, (_, i) => put('race', `v${i}`, { IfNoneMatch: '*' })),
    );
    const winners = outcomes.flatMap((outcome, i) => (outcome.status === 'fulfilled' ? [`v${i}`] : []));
    assert.deepEqual(winners, [(await get('race')).text]);
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
    assert.equal((await get('range', { Range: 'lines=1-3' })).$metadata.httpStatusCode, 200);
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
    await refused(get('seen', { IfUnmodifiedSince: earlier }), 412);
    assert.equal((await get('seen', { IfMatch: ETag, IfModifiedSince: earlier })).text, 'x');
  });

  test('missing objects: NoSuchKey for GET, NotFound for HEAD, nothing for DELETE', async () => {
    await refused(get('missing'), 404, 'NoSuchKey');
    await refused(s3.send(new HeadObjectCommand({ Bucket, Key: 'missing' })), 404, 'NotFound');
    await s3.send(new DeleteObjectCommand({ Bucket, Key: 'missing' }));
  });

  test('listing: prefix, delimiter, paging, start-after, UTF-8 order', async () => {
    const names = ['l/a', 'l/b/1', 'l/b/2', 'l/c', 'l/\uffff', 'l/\u{1f600}'];
    await Promise.all(names.map((name) => put(name, 'x')));
    const list = (more: object) => s3.send(new ListObjectsV2Command({ Bucket, ...more }));
    const rolled = await list({ Prefix: 'l/', Delimiter: '/' });
    assert.deepEqual(rolled.CommonPrefixes, [{ Prefix: 'l/b/' }]);
    assert.deepEqual(
      rolled.Contents?.map((entry) => entry.Key),
      ['l/a', 'l/c', 'l/\uffff', 'l/\u{1f600}'],
    );
    for (const pageSize of [1, 2, 3]) {
      const seen: (string | undefined)[] = [];
      const pages = paginateListObjectsV2({ client: s3, pageSize }, { Bucket, Prefix: 'l/', Delimiter: '/' });
      for await (const page of pages) {
        assert.ok((page.KeyCount ?? 0) <= pageSize);
        seen.push(
          ...(page.Contents ?? []).map((entry) => entry.Key),
          ...(page.CommonPrefixes ?? []).map((p) => p.Prefix),
        );
      }
      assert.deepEqual(seen.toSorted(), ['l/a', 'l/b/', 'l/c', 'l/\uffff', 'l/\u{1f600}'].toSorted());
    }
    const after = await list({ Prefix: 'l/', StartAfter: 'l/b/1' });
    assert.equal(after.Contents?.[0]?.Key, 'l/b/2');
    assert.equal((await list({ Prefix: 'none/' })).KeyCount, 0);
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
      const listed = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: key }));
      assert.equal(listed.Contents?.[0]?.Key, key);
    }
    await put('dual', '1');
    await put('dual/x', '2');
    assert.equal((await get('dual')).text + (await get('dual/x')).text, '12');
    assert.deepEqual(readdirSync(dir), [Bucket]);
  });

  test('copy, delete in a batch, attributes', async () => {
    await put('from here', '{"a":1}', { ContentType: 'application/json' });
    await s3.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/from%20here` }));
    const copy = await get('copy');
    assert.deepEqual([copy.text, copy.ContentType], ['{"a":1}', 'application/json']);
    const attributes = await s3.send(
      new GetObjectAttributesCommand({ Bucket, Key: 'copy', ObjectAttributes: ['ObjectSize', 'Checksum'] }),
    );
    assert.equal(attributes.ObjectSize, 7);
    const Objects = [{ Key: 'copy' }, { Key: 'from here' }];
    const deleted = await s3.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    assert.equal(deleted.Deleted?.length, 2);
    await refused(get('copy'), 404);
  });

  test('tagging and lifecycle come back as they were put', async () => {
    await put('tagged', 'body');
    const TagSet = [{ Key: 'a', Value: '<b>' }];
    await s3.send(new PutObjectTaggingCommand({ Bucket, Key: 'tagged', Tagging: { TagSet } }));
    assert.deepEqual((await s3.send(new GetObjectTaggingCommand({ Bucket, Key: 'tagged' }))).TagSet, TagSet);
    assert.equal((await get('tagged')).text, 'body');
    await refused(s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket })), 404);
    const Rules = [
      { ID: 'x', Status: 'Enabled', Filter: { Prefix: 'bursts/' }, Expiration: { Days: 30 } } as const,
    ];
    await s3.send(
      new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [...Rules] } }),
    );
    const lifecycle = await s3.send(new GetBucketLifecycleConfigurationCommand({ Bucket }));
    assert.equal(lifecycle.Rules?.[0]?.Expiration?.Days, 30);
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
    const listed = await s3.send(new ListPartsCommand({ Bucket, Key: 'mp', UploadId }));
    assert.deepEqual(
      listed.Parts?.map((part) => part.Size),
      [5 << 20, 1000],
    );
    const complete = (Parts: CompletedPart[], Id = UploadId) =>
      s3.send(
        new CompleteMultipartUploadCommand({ Bucket, Key: 'mp', UploadId: Id, MultipartUpload: { Parts } }),
      );
    await refused(complete(sent.toReversed()), 400, 'InvalidPartOrder');
    await refused(complete([{ ...sent[0]!, ETag: '"0"' }]), 400, 'InvalidPart');
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
    assert.equal((await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads?.length, 1);
    await s3.send(new AbortMultipartUploadCommand({ Bucket, Key: 'ab', UploadId }));
    assert.equal((await s3.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads, undefined);
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
    // The SDK's default bakes CRC32 of the empty body into the URL; S3 refuses every other body.
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
});

test('what was acknowledged is there after a restart, what was half written is not', async (t) => {
  const dir = scratchDir(t);
  const open = async () => {
    const server = createObjectStore({ dir, credentials, buckets: [Bucket] });
    return new S3Client({ ...clientDefaults, endpoint: await listening(t, server) });
  };
  const first = await open();
  await first.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'kept', Metadata: { a: 'b' } }));
  await first.send(new PutObjectCommand({ Bucket, Key: 'gone', Body: 'gone' }));
  await first.send(new DeleteObjectCommand({ Bucket, Key: 'gone' }));
  const { UploadId } = await first.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
  const part = { Bucket, Key: 'parts', UploadId, PartNumber: 1 };
  const { ETag } = await first.send(new UploadPartCommand({ ...part, Body: 'part' }));
  writeFileSync(join(dir, Bucket, 'incoming', 'torn'), 'torn');
  writeFileSync(join(dir, Bucket, 'objects', 'torn'), 'torn object');

  const second = await open();
  const kept = await second.send(new GetObjectCommand({ Bucket, Key: 'kept' }));
  assert.deepEqual([await kept.Body?.transformToString(), kept.Metadata], ['kept', { a: 'b' }]);
  const listed = await second.send(new ListObjectsV2Command({ Bucket }));
  assert.deepEqual(
    listed.Contents?.map((entry) => entry.Key),
    ['kept'],
  );
  assert.deepEqual(readdirSync(join(dir, Bucket, 'incoming')), []);
  const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
  await second.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'parts', UploadId, MultipartUpload }));
  first.destroy();
  second.destroy();
});

test("lifecycle rules and the store's own expiry remove old objects at start", async (t) => {
  const dir = scratchDir(t);
  const server = createObjectStore({ dir, credentials, buckets: [Bucket] });
  const s3 = new S3Client({ ...clientDefaults, endpoint: await listening(t, server) });
  for (const Key of ['bursts/1/plan.json', 'runs/1/run.json', 'old/1']) {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: '1' }));
  }
  const Rules = [
    { ID: 'x', Status: 'Enabled' as const, Filter: { Prefix: 'bursts/' }, Expiration: { Days: 30 } },
  ];
  await s3.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules } }));
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 31 * 24 * 3600_000 });
  const later = createObjectStore({ dir, credentials, expiry: [{ prefix: 'old/', days: 1 }] });
  const reopened = new S3Client({ ...clientDefaults, endpoint: await listening(t, later) });
  const listed = await reopened.send(new ListObjectsV2Command({ Bucket }));
  assert.deepEqual(
    listed.Contents?.map((entry) => entry.Key),
    ['runs/1/run.json'],
  );
  s3.destroy();
  reopened.destroy();
});

async function endpointOf(client: S3Client): Promise<string> {
  const endpoint = await client.config.endpoint?.();
  assert.ok(endpoint);
  return `${endpoint.protocol}//${endpoint.hostname}:${endpoint.port}`;
}
