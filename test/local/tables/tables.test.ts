import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  DynamoDBServiceException,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import databases from 'dynalite/db/index.js';
import { openTables } from '../../../lib/local/tables/tables.ts';
import { afterwards, clientDefaults, credentials, listening, scratchDir, suiteScope } from '../scratch.ts';
import { clientOf, serve } from './tables.ts';

const TableName = 'runs';

describe('the tables answer the unmodified AWS SDK', () => {
  const scope = suiteScope();
  let db: DynamoDBDocumentClient;
  let endpoint: string;
  let close: () => Promise<void>;

  before(async () => {
    ({ endpoint, close } = await serve(scope, scratchDir(scope)));
    db = clientOf(scope, endpoint);
  });
  after(() => close());

  const put = (Item: object) => db.send(new PutCommand({ TableName, Item: Item as Record<string, unknown> }));
  const get = async (pk: string, sk: string, ProjectionExpression?: string) =>
    (
      await db.send(
        new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true, ProjectionExpression }),
      )
    ).Item;
  const refused = (call: Promise<unknown>, name: string) =>
    assert.rejects(call, (error) => error instanceof DynamoDBServiceException && error.name === name);

  test('a client signs for the present time after a step of the clock', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
    for (const sk of ['1', '2']) assert.equal(await get('stepped', sk), undefined);
  });

  test('both tables are there from the start, paid per request', async () => {
    for (const name of [TableName, 'bursts']) {
      const { Table } = await db.send(new DescribeTableCommand({ TableName: name }));
      assert.equal(Table?.TableStatus, 'ACTIVE');
      assert.equal(Table?.BillingModeSummary?.BillingMode, 'PAY_PER_REQUEST');
      assert.deepEqual(
        Table?.KeySchema?.map(({ AttributeName, KeyType }) => [AttributeName, KeyType]),
        [
          ['pk', 'HASH'],
          ['sk', 'RANGE'],
        ],
      );
    }
  });

  test('items keep their types', async () => {
    const item = {
      pk: 'types',
      sk: '1',
      tree: { leaves: [1, 'b', null, true] },
      bytes: new Uint8Array([1, 2]),
      empty: '',
    };
    await put({ ...item, set: new Set(['q', 'r']), none: undefined });
    const { set, ...rest } = (await get('types', '1')) ?? {};
    assert.deepEqual(rest, item);
    assert.deepEqual([...set].toSorted(), ['q', 'r']);
    assert.deepEqual(await get('types', '1', 'tree.leaves[1], sk'), { sk: '1', tree: { leaves: ['b'] } });
  });

  test('a conditional write happens once, also when fifty try', async () => {
    const create = (v: number) =>
      db.send(
        new PutCommand({
          TableName,
          Item: { pk: 'once', sk: '1', v },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => create(i)));
    const winners = outcomes.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []));
    assert.deepEqual(winners, [(await get('once', '1'))?.v]);
    await refused(create(51), 'ConditionalCheckFailedException');
  });

  test('fifty additions at once are all counted', async () => {
    const add = () =>
      db.send(
        new UpdateCommand({
          TableName,
          Key: { pk: 'counter', sk: '1' },
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': 1 },
        }),
      );
    await Promise.all(Array.from({ length: 50 }, add));
    assert.equal((await get('counter', '1'))?.n, 50);
  });

  test('an update sets, appends, adds, removes under a condition', async () => {
    await put({ pk: 'update', sk: '1', list: [1], gone: 1, set: new Set(['q', 'r']), n: 1 });
    const { Attributes } = await db.send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'update', sk: '1' },
        UpdateExpression:
          'SET c = if_not_exists(c, :zero) + :one, #l = list_append(#l, :l) ADD n :one REMOVE gone DELETE #s :q',
        ConditionExpression: 'size(#l) < :ten AND n BETWEEN :one AND :ten',
        ExpressionAttributeNames: { '#l': 'list', '#s': 'set' },
        ExpressionAttributeValues: { ':zero': 0, ':one': 1, ':ten': 10, ':l': [9], ':q': new Set(['q']) },
        ReturnValues: 'ALL_NEW',
      }),
    );
    const { set, ...rest } = Attributes ?? {};
    assert.deepEqual(rest, { pk: 'update', sk: '1', c: 1, list: [1, 9], n: 2 });
    assert.deepEqual([...set], ['r']);
  });

  test('a query takes a range, a direction, pages and a filter', async () => {
    for (let i = 0; i < 5; i += 1) await put({ pk: 'q', sk: `s#${i}`, v: i });
    await put({ pk: 'q', sk: 't#0', v: 9 });
    const query = (more: object) =>
      db.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :p AND begins_with(sk, :s)',
          ExpressionAttributeValues: { ':p': 'q', ':s': 's#' },
          ...more,
        }),
      );
    const first = await query({ Limit: 2, ScanIndexForward: false });
    assert.deepEqual(
      first.Items?.map(({ sk }) => sk),
      ['s#4', 's#3'],
    );
    const rest = await query({ ScanIndexForward: false, ExclusiveStartKey: first.LastEvaluatedKey });
    assert.deepEqual(
      rest.Items?.map(({ sk }) => sk),
      ['s#2', 's#1', 's#0'],
    );
    const filtered = await query({
      FilterExpression: 'v <> :two',
      ExpressionAttributeValues: { ':p': 'q', ':s': 's#', ':two': 2 },
    });
    assert.equal(filtered.Count, 4);
  });

  test('batches and deletions', async () => {
    const items = ['1', '2', '3'].map((sk) => ({ pk: { S: 'batch' }, sk: { S: sk } }));
    const RequestItems = { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) };
    await db.send(new BatchWriteItemCommand({ RequestItems }));
    const { Attributes } = await db.send(
      new DeleteCommand({ TableName, Key: { pk: 'batch', sk: '1' }, ReturnValues: 'ALL_OLD' }),
    );
    assert.deepEqual(Attributes, { pk: 'batch', sk: '1' });
    const got = await db.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: items } } }));
    assert.equal(got.Responses?.[TableName]?.length, 2);
  });

  test('the tables reject the requests that DynamoDB rejects', async () => {
    await refused(put({ pk: '', sk: '1' }), 'ValidationException');
    await refused(put({ pk: 'large', sk: '1', v: 'x'.repeat(410 * 1024) }), 'ValidationException');
    await refused(
      db.send(new GetCommand({ TableName: 'none', Key: { pk: '1' } })),
      'ResourceNotFoundException',
    );
    const reserved = { TableName, Key: { pk: 'a', sk: '1' }, UpdateExpression: 'SET name = :v' };
    await refused(
      db.send(new UpdateCommand({ ...reserved, ExpressionAttributeValues: { ':v': 1 } })),
      'ValidationException',
    );
  });

  test('a wrong secret is rejected, and a client that goes away does no harm', async () => {
    const stranger = new DynamoDBClient({
      ...clientDefaults,
      endpoint,
      credentials: { accessKeyId: 'test', secretAccessKey: 'no' },
    });
    const Item = { pk: { S: 'a' }, sk: { S: '1' } };
    await refused(stranger.send(new PutItemCommand({ TableName, Item })), 'SignatureDoesNotMatch');
    stranger.destroy();
    const request = httpRequest(endpoint, { method: 'POST', headers: { 'content-length': 100 } });
    const gone = once(request, 'error');
    request.write('half', () => request.destroy());
    await gone;
    await put({ pk: 'still', sk: 'here' });
  });
});

test('items are there after a restart', async (t) => {
  const dir = scratchDir(t);
  const first = await serve(t, dir);
  const item = { pk: 'a', sk: '1', v: 'kept' };
  await clientOf(t, first.endpoint).send(new PutCommand({ TableName, Item: item }));
  await first.close();
  const second = await serve(t, dir);
  const read = await clientOf(t, second.endpoint).send(
    new GetCommand({ TableName, Key: { pk: 'a', sk: '1' } }),
  );
  assert.deepEqual(read.Item, item);
  await second.close();
});

test('a start that was interrupted while it created the tables is begun again', async (t) => {
  const dir = join(scratchDir(t), 'tables');
  mkdirSync(dir);
  writeFileSync(join(dir, 'CURRENT'), 'no database');
  const { endpoint, close } = await serve(t, dir);
  await clientOf(t, endpoint).send(new PutCommand({ TableName, Item: { pk: 'a', sk: '1' } }));
  await close();
});

test('an action that DynamoDB does not have is refused with a message, also without a socket', async (t) => {
  const { server, call, close } = await openTables({ dir: scratchDir(t), credentials, tables: [] });
  afterwards(t, () => close());
  afterwards(t, () => server.close());
  const target = 'DynamoDB_20120810.Nonsense';
  const code = 'UnknownOperationException';
  const headers = { 'x-amz-target': target };
  const reply = await call({ method: 'POST', path: '/', headers, body: '{}' });
  assert.deepEqual(
    [reply?.status, JSON.parse(String(reply?.body))],
    [400, { __type: `com.amazon.coral.service#${code}`, message: code }],
  );
});

test('after a failed write nothing is acknowledged, and all acknowledged items exist at the next start', async (t) => {
  const scope = t;
  const dir = scratchDir(scope);
  const { create } = databases;
  let isFull = false;
  // Simulates a full disk in the database, with the message of LevelDB.
  databases.create = (options) => {
    const store = create(options);
    const batch = store.db.batch.bind(store.db);
    store.db.batch = (operations, done) => {
      if (!isFull) return batch(operations, done);
      return setImmediate(done, new Error('IO error: 000005.log: No space left on device'));
    };
    return store;
  };
  afterwards(scope, () => {
    databases.create = create;
  });
  const faults: unknown[] = [];
  const { server, close } = await openTables({
    dir,
    credentials,
    tables: [TableName],
    log: console.error,
    failed: (error) => faults.push(error),
  });
  databases.create = create;
  const db = clientOf(scope, await listening(scope, server));
  const put = (sk: string) => db.send(new PutCommand({ TableName, Item: { pk: 'a', sk } }));
  await put('1');
  isFull = true;
  const full = { name: 'InsufficientStorage', message: 'The disk is full' };
  await assert.rejects(put('2'), full);
  isFull = false;
  await assert.rejects(put('3'), full);
  assert.equal(faults.length, 1);
  const kept = await db.send(new GetCommand({ TableName, Key: { pk: 'a', sk: '1' } }));
  assert.deepEqual(kept.Item, { pk: 'a', sk: '1' });
  server.closeAllConnections();
  await close();

  const again = await serve(scope, dir);
  const found = await clientOf(scope, again.endpoint).send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': 'a' },
    }),
  );
  assert.deepEqual(found.Items, [{ pk: 'a', sk: '1' }]);
  await again.close();
});
