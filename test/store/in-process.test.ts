import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { bytesAtOnceMax } from '../../lib/local/object-store/body.ts';
import { createObjectStore } from '../../lib/local/object-store/server.ts';
import { openTables, type Tables } from '../../lib/local/tables/tables.ts';
import { inProcessKey } from '../../lib/names/environment.ts';
import { type Clients, openClients } from '../../lib/store/clients.ts';
import type { InProcessService } from '../../lib/store/sdk/in-process.ts';
import { accessKeyId, listening, scratchDir, secretAccessKey, suiteScope } from '../local/scratch.ts';

const TableName = 'in-process';
const Bucket = 'in-process';

describe('stores in the same process', () => {
  const scope = suiteScope();
  /** The recorded calls without a socket: the names of actions on tables, and methods with paths. */
  const calls: string[] = [];
  let failures = 0;
  let tables: Tables;
  let inProcess: Clients;
  let overSocket: Clients;

  /**
   * This machine has two host names for the same stores. Calls without a socket are possible only with the
   * first name.
   */
  before(async () => {
    Object.assign(process.env, {
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    });
    const credentials = { [accessKeyId]: secretAccessKey };
    tables = await openTables({ dir: scratchDir(scope), credentials, tables: [TableName] });
    const objects = createObjectStore({ dir: scratchDir(scope), credentials, buckets: [Bucket] });
    const [s3, dynamodb] = [await listening(scope, objects.server), await listening(scope, tables.server)];
    const offered = (url: string, call: InProcessService['call']): InProcessService => ({
      url,
      async call(request) {
        calls.push(request.headers['x-amz-target'] ?? `${request.method} ${request.path}`);
        assert.equal(request.headers.authorization, undefined);
        failures -= 1;
        if (failures >= 0) return { status: 500, headers: {}, body: '' };
        return call(request);
      },
    });
    Object.assign(globalThis, {
      [inProcessKey]: [offered(s3, objects.call), offered(dynamodb, tables.call)],
    });
    const clientsOf = (host: string): Clients =>
      openClients({
        AWS_ENDPOINT_URL_S3: s3.replace('127.0.0.1', host),
        AWS_ENDPOINT_URL_DYNAMODB: dynamodb.replace('127.0.0.1', host),
      });
    inProcess = clientsOf('127.0.0.1');
    overSocket = clientsOf('localhost');
  });

  after(async () => {
    for (const { s3, dynamo } of [inProcess, overSocket]) {
      s3.destroy();
      dynamo.destroy();
    }
    await tables.close();
  });

  const putItem = (sk: string, condition?: string) =>
    new PutCommand({
      TableName,
      Item: { pk: 'a', sk, list: [1, null, 'é'] },
      ConditionExpression: condition,
    });
  const getItem = (sk: string) => new GetCommand({ TableName, Key: { pk: 'a', sk }, ConsistentRead: true });
  const put = (Key: string, Body: string | Buffer | Readable, more: object = {}) =>
    new PutObjectCommand({ Bucket, Key, Body, ContentType: 'text/plain', ...more });
  const get = (Key: string, more: object = {}) => new GetObjectCommand({ Bucket, Key, ...more });
  const textOf = async (read: Promise<GetObjectCommandOutput>) => (await read).Body?.transformToString();

  test('are called without a socket', async () => {
    calls.length = 0;
    await inProcess.dynamo.send(putItem('1'));
    const { Item } = await inProcess.dynamo.send(getItem('1'));
    assert.deepEqual(Item, { pk: 'a', sk: '1', list: [1, null, 'é'] });
    const { middlewareStack } = inProcess.s3;
    middlewareStack.add(() => () => assert.fail('the SDK took part'), { step: 'initialize', name: 'none' });
    await inProcess.s3.send(put('a b/é', 'kept'));
    assert.equal(await textOf(inProcess.s3.send(get('a b/é'))), 'kept');
    // With options in the second argument, the call goes through the SDK, because only the SDK knows their
    // meaning.
    await assert.rejects(inProcess.s3.send(get('a b/é'), {}), { message: 'the SDK took part' });
    middlewareStack.remove('none');
    assert.deepEqual(calls, [
      'DynamoDB_20120810.PutItem',
      'DynamoDB_20120810.GetItem',
      `PUT /${Bucket}/a%20b/%C3%A9`,
      `GET /${Bucket}/a%20b/%C3%A9`,
    ]);
  });

  type Refusal = Error & {
    readonly $metadata?: GetObjectCommandOutput['$metadata'];
    readonly CancellationReasons?: unknown;
  };
  type Outcome = {
    readonly reply?: Record<string, unknown>;
    readonly name?: string;
    readonly message?: unknown;
    readonly reasons?: unknown;
  };
  const outcome = async (sent: Promise<object>): Promise<Outcome & { readonly status: unknown }> => {
    try {
      const { $metadata, LastModified, Body, ...reply } = (await sent) as GetObjectCommandOutput;
      const text = await Body?.transformToString();
      return { status: $metadata.httpStatusCode, reply: { ...reply, text } };
    } catch (error) {
      const { name, message, $metadata, CancellationReasons: reasons } = error as Refusal;
      return { status: $metadata?.httpStatusCode, name, message, reasons };
    }
  };

  test('answer what they answer on their sockets: tables', async () => {
    const calls = [
      () => putItem('2'),
      () => putItem('2', 'attribute_not_exists(pk)'),
      () => getItem('none'),
      () =>
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': 'a' },
        }),
      () => new GetCommand({ TableName: 'nowhere', Key: { pk: 'a', sk: 'a' } }),
      () => new GetCommand({ TableName, Key: { pk: 'a' } }),
      () =>
        new TransactWriteCommand({
          TransactItems: [
            { Put: { TableName, Item: { pk: 'b', sk: 'b' } } },
            { Delete: { TableName, Key: { pk: 'c', sk: 'c' }, ConditionExpression: 'attribute_exists(pk)' } },
          ],
        }),
    ] as unknown as readonly (() => GetCommand)[];
    const outcomes: Outcome[] = [];
    for (const call of calls) {
      outcomes.push(await outcome(inProcess.dynamo.send(call())));
      assert.deepEqual(outcomes.at(-1), await outcome(overSocket.dynamo.send(call())));
    }
    assert.equal(outcomes[1]?.name, 'ConditionalCheckFailedException');
  });

  test('write and read values of all types', async () => {
    const members = {
      text: 'é',
      number: -1.5e-7,
      yes: true,
      none: null,
      list: [{ a: [] }, ''],
      gone: undefined,
    };
    const items = [
      { plain: members },
      { whole: 2 ** 53 - 1, zero: -0, many: [1, undefined, members] },
      { large: 12345678901234567890n },
      { bytes: Buffer.from('bytes') },
      { sets: [new Set(['a', 'b']), new Set([1, 2]), new Set([Buffer.from('c')])] },
      { long: 'x'.repeat(256 * 1024) },
    ];
    for (const [at, item] of items.entries()) {
      const sk = `type ${at}`;
      const write = () =>
        new PutCommand({ TableName, Item: { ...item, pk: 'a', sk }, ReturnValues: 'ALL_OLD' });
      calls.length = 0;
      await inProcess.dynamo.send(write());
      const read = () => outcome(inProcess.dynamo.send(getItem(sk)));
      const found = await read();
      assert.deepEqual(found, await outcome(overSocket.dynamo.send(getItem(sk))));
      const replaced = (await overSocket.dynamo.send(write())).Attributes;
      assert.deepEqual(found, { status: 200, reply: { Item: replaced, text: undefined } });
      assert.deepEqual((await inProcess.dynamo.send(write())).Attributes, replaced);
      assert.deepEqual(await read(), found);
      assert.equal(calls.length, at < 5 ? 4 : 2, sk);
    }
    const some = { TableName, Key: { pk: 'a', sk: 'type 0' }, ProjectionExpression: 'sk' };
    assert.deepEqual((await inProcess.dynamo.send(new GetCommand(some))).Item, { sk: 'type 0' });
    await assert.rejects(
      inProcess.dynamo.send(new PutCommand({ TableName, Item: { pk: 'a', sk: 1e300 } })),
      /1e\+300/,
    );
    const count = (by: number) =>
      new UpdateCommand({
        TableName,
        Key: { pk: 'a', sk: 'count' },
        UpdateExpression: 'ADD #n :n',
        ExpressionAttributeNames: { '#n': 'n' },
        ExpressionAttributeValues: { ':n': by },
        ReturnValues: 'UPDATED_NEW',
      });
    const counted = async (by: number) => (await inProcess.dynamo.send(count(by))).Attributes;
    assert.deepEqual(await counted(2 ** 53 - 1), { n: 2 ** 53 - 1 });
    assert.deepEqual(await counted(2), { n: 2n ** 53n + 1n });
    const keys = { Keys: [{ pk: 'a', sk: 'count' }] };
    const many = (clients: Clients) =>
      clients.dynamo.send(new BatchGetCommand({ RequestItems: { [TableName]: keys } }));
    assert.deepEqual((await many(inProcess)).Responses, (await many(overSocket)).Responses);
  });

  test('answer what they answer on their sockets: objects', async () => {
    const large = 'x'.repeat(bytesAtOnceMax + 1);
    const calls = [
      () => put('one', 'first', { Metadata: { a: 'b' } }),
      () => put('one', 'again', { IfNoneMatch: '*' }),
      () => put('one', 'other', { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' }),
      () => get('one'),
      () => get('one', { Range: 'bytes=1-3' }),
      () => get('one', { Range: 'bytes=9-' }),
      () => get('one', { IfModifiedSince: new Date(Date.now() + 60_000) }),
      () => get('none'),
      () => get('one', { Bucket: 'nowhere' }),
      () => new HeadObjectCommand({ Bucket, Key: 'one' }),
      () => new HeadObjectCommand({ Bucket, Key: 'none' }),
      () => put('empty', ''),
      () => get('empty'),
      () => put('large', large),
      () => get('large'),
      () => get('large', { Range: `bytes=0-${bytesAtOnceMax - 1}` }),
      () => new DeleteObjectCommand({ Bucket, Key: 'none' }),
    ] as unknown as readonly (() => GetObjectCommand)[];
    const outcomes: Outcome[] = [];
    for (const call of calls) {
      outcomes.push(await outcome(inProcess.s3.send(call())));
      assert.deepEqual(outcomes.at(-1), await outcome(overSocket.s3.send(call())));
    }
    assert.deepEqual(outcomes[1]?.name, 'PreconditionFailed');
    assert.equal(outcomes[3]?.reply?.text, 'first');
    assert.equal(outcomes[14]?.reply?.text, large);
  });

  test('take what is large or a stream on their sockets, signed', async () => {
    calls.length = 0;
    const body = Buffer.alloc(bytesAtOnceMax + 1, 'x');
    await inProcess.s3.send(put('large', body));
    await inProcess.s3.send(put('stream', Readable.from(['in ', 'pieces']), { ContentLength: 9 }));
    const { UploadId } = await inProcess.s3.send(new CreateMultipartUploadCommand({ Bucket, Key: 'parts' }));
    const part = { PartNumber: 1, UploadId, Bucket, Key: 'parts' };
    const { ETag } = await inProcess.s3.send(new UploadPartCommand({ ...part, Body: 'a part' }));
    const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
    await inProcess.s3.send(
      new CompleteMultipartUploadCommand({ Bucket, Key: 'parts', UploadId, MultipartUpload }),
    );
    assert.deepEqual(calls, []);
    const texts = ['large', 'stream', 'parts'].map((Key) => textOf(inProcess.s3.send(get(Key))));
    assert.deepEqual(await Promise.all(texts), [body.toString(), 'in pieces', 'a part']);
  });

  test('leave presigned URLs as they are', async () => {
    await inProcess.s3.send(put('given', 'to anybody'));
    const reply = await fetch(await getSignedUrl(inProcess.s3, get('given'), { expiresIn: 60 }));
    assert.deepEqual([reply.status, await reply.text()], [200, 'to anybody']);
  });

  test('are calls again when they failed', async () => {
    calls.length = 0;
    failures = 1;
    assert.equal((await inProcess.dynamo.send(getItem('1'))).Item?.sk, '1');
    failures = 1;
    await inProcess.s3.send(put('again', 'kept'));
    assert.equal(calls.length, 4);
  });

  test('are those of their endpoints only', async () => {
    calls.length = 0;
    const nowhere = { AWS_ENDPOINT_URL: 'http://127.0.0.1:2' };
    const { dynamo, s3 } = openClients(nowhere);
    await assert.rejects(dynamo.send(new ListTablesCommand({})), /ECONNREFUSED/);
    await assert.rejects(s3.send(get('one')), /ECONNREFUSED/);
    await overSocket.dynamo.send(getItem('1'));
    await overSocket.s3.send(get('given'));
    assert.deepEqual(calls, []);
  });
});
