import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  CreateTableCommand,
  type DynamoDBClient,
  DynamoDBServiceException,
  TransactionCanceledException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import databases, { type Done } from 'dynalite/db/index.js';
import { RequestTokens } from '../../../lib/local/tables/request-tokens.ts';
import { openTables } from '../../../lib/local/tables/tables.ts';
import { afterwards, credentials, listening, type Scope, scratchDir, suiteScope } from '../scratch.ts';
import { clientOf, serve } from './tables.ts';

/**
 * Properties of transactions that only the local tables have. Those that DynamoDB has as well are tested in
 * test/store/table.
 */

const TableName = 'runs';
type Items = NonNullable<TransactWriteCommandInput['TransactItems']>;

const write = (db: DynamoDBDocumentClient, TransactItems: Items) =>
  db.send(new TransactWriteCommand({ TransactItems }));
const put = (pk: string, more: object = {}) => ({ Put: { TableName, Item: { pk, sk: '1', ...more } } });
const add = (pk: string, n: number, table = TableName) => ({
  Update: {
    TableName: table,
    Key: { pk, sk: '1' },
    UpdateExpression: 'ADD n :n',
    ExpressionAttributeValues: { ':n': n },
  },
});
const get = async (db: DynamoDBDocumentClient, pk: string, table = TableName) =>
  (await db.send(new GetCommand({ TableName: table, Key: { pk, sk: '1' }, ConsistentRead: true }))).Item;

describe('transactions of the local tables', () => {
  const scope = suiteScope();
  let db: DynamoDBDocumentClient;
  let close: () => Promise<void>;
  before(async () => {
    const { endpoint, close: closing } = await serve(scope, scratchDir(scope));
    close = closing;
    db = clientOf(scope, endpoint);
  });
  after(() => close());

  const reasons = async (items: Items) => {
    const error = await write(db, items).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof TransactionCanceledException, String(error));
    return error.CancellationReasons?.map(({ Code }) => Code);
  };

  test('no item is in two operations', { timeout: 10_000 }, async () => {
    const refused = { name: 'ValidationException', message: /multiple operations on one item/ };
    await assert.rejects(write(db, [put('twice'), add('twice', 1)]), refused);
    const { Key } = add('twice', 1).Update;
    const read = new TransactGetCommand({ TransactItems: [1, 2].map(() => ({ Get: { TableName, Key } })) });
    await assert.rejects(db.send(read), refused);
  });

  test('an impossible operation is a reason among the others', async () => {
    await write(db, [put('text', { v: 'text' })]);
    const onto = (UpdateExpression: string) => ({
      Update: {
        TableName,
        Key: { pk: 'text', sk: '1' },
        UpdateExpression,
        ExpressionAttributeValues: { ':v': 1 },
      },
    });
    assert.deepEqual(await reasons([put('never'), onto('ADD v :v')]), ['None', 'ValidationError']);
    assert.deepEqual(await reasons([onto('SET pk = :v'), put('never')]), ['ValidationError', 'None']);
    const keyless = { Put: { TableName, Item: { pk: 'never' } } };
    assert.deepEqual(await reasons([put('never'), keyless]), ['None', 'ValidationError']);
    assert.equal(await get(db, 'never'), undefined);
  });

  test('an item is put only when its condition holds', async () => {
    const absent = { Put: { ...put('once').Put, ConditionExpression: 'attribute_not_exists(pk)' } };
    await write(db, [absent]);
    assert.deepEqual(await reasons([put('other'), absent]), ['None', 'ConditionalCheckFailed']);
    assert.equal(await get(db, 'other'), undefined);
  });

  test('items of four megabytes together are one transaction, and more are refused', async () => {
    const items = (count: number, length: number) =>
      Array.from({ length: count }, (_, n) => put(`large-${n}`, { v: 'x'.repeat(length) }));
    await write(db, items(11, 380_000));
    await assert.rejects(
      write(db, items(11, 385_000)),
      (error) => error instanceof DynamoDBServiceException && error.name === 'ValidationException',
    );
    assert.equal((await get(db, 'large-0'))?.v.length, 380_000);
  });

  test('an expression that is wrong, an operation without its condition and two in one are refused', async () => {
    const Key = { pk: 'a', sk: '1' };
    for (const wrong of [
      { ConditionCheck: { TableName, Key } },
      { Update: { TableName, Key } },
      { Delete: { TableName, Key, ConditionExpression: 'a =' } },
      { ...put('a'), Delete: { TableName, Key } },
      {},
    ])
      await assert.rejects(
        write(db, [put('never'), wrong as Items[number]]),
        (error) => error instanceof DynamoDBServiceException && error.name === 'ValidationException',
        JSON.stringify(wrong),
      );
    const long = { TransactItems: [put('never')], ClientRequestToken: 't'.repeat(37) };
    await assert.rejects(db.send(new TransactWriteCommand(long)), { name: 'ValidationException' });
    assert.equal(await get(db, 'never'), undefined);
  });

  test('no reader sees a part of one, and single writes at the same time are all counted', async () => {
    const both = [
      { Get: { TableName, Key: { pk: 'left', sk: '1' } } },
      { Get: { TableName: 'bursts', Key: { pk: 'right', sk: '1' } } },
    ];
    let isOver = false;
    const reader = async (): Promise<number> => {
      let seen = 0;
      for (; !isOver; seen += 1) {
        const { Responses } = await db.send(new TransactGetCommand({ TransactItems: both }));
        const [left, right] = Responses ?? [];
        assert.equal((left?.Item?.n ?? 0) + (right?.Item?.n ?? 0), 0);
      }
      return seen;
    };
    const readers = [reader(), reader()];
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 3 === 2
          ? db.send(new UpdateCommand(add('single', 1).Update))
          : write(
              db,
              n % 2
                ? [add('left', n), add('right', -n, 'bursts')]
                : [add('right', -n, 'bursts'), add('left', n)],
            ),
      ),
    );
    isOver = true;
    for (const seen of await Promise.all(readers)) assert.ok(seen > 0);
    assert.equal((await get(db, 'single'))?.n, 20);
    assert.equal((await get(db, 'left'))?.n, 1160);
    assert.equal((await get(db, 'right', 'bursts'))?.n, -1160);
  });

  test('an index of a table follows its transactions', async () => {
    const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
    const key = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const });
    await (db as unknown as DynamoDBClient).send(
      new CreateTableCommand({
        TableName: 'indexed',
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [key('pk')],
        AttributeDefinitions: [text('pk'), text('owner')],
        GlobalSecondaryIndexes: [
          { IndexName: 'by-owner', KeySchema: [key('owner')], Projection: { ProjectionType: 'ALL' } },
        ],
      }),
    );
    await waitUntilTableExists(
      { client: db as unknown as DynamoDBClient, maxWaitTime: 60 },
      { TableName: 'indexed' },
    );
    const item = (pk: string, owner: string) => ({ Put: { TableName: 'indexed', Item: { pk, owner } } });
    await write(db, [item('one', 'ann'), item('two', 'ann')]);
    await write(db, [item('one', 'ben'), { Delete: { TableName: 'indexed', Key: { pk: 'none' } } }]);
    const owned = async (owner: string) =>
      (
        await db.send(
          new QueryCommand({
            TableName: 'indexed',
            IndexName: 'by-owner',
            KeyConditionExpression: '#o = :o',
            ExpressionAttributeNames: { '#o': 'owner' },
            ExpressionAttributeValues: { ':o': owner },
          }),
        )
      ).Items?.map(({ pk }) => pk);
    assert.deepEqual([await owned('ann'), await owned('ben')], [['two'], ['one']]);
  });
});

test('a transaction that the disk cannot take leaves nothing, and nothing is taken after it', async (t) => {
  const dir = scratchDir(t);
  const full = new Error('IO error: 000005.log: No space left on device');
  const disk = fillDisk(t, full);
  const faults: unknown[] = [];
  const { server, close } = await openTables({
    dir,
    credentials,
    tables: [TableName],
    failed: (error: unknown) => faults.push(error),
  });
  const db = clientOf(t, await listening(t, server));
  disk.batches = 0;
  await write(db, [put('kept'), put('kept-too'), { Delete: { TableName, Key: { pk: 'none', sk: '1' } } }]);
  assert.equal(disk.batches, 1, 'a transaction is one write of the database');
  disk.isFull = true;
  const refusal = { name: 'InsufficientStorage', message: 'The disk is full' };
  await assert.rejects(write(db, [put('lost'), put('lost-too')]), refusal);
  disk.isFull = false;
  await assert.rejects(write(db, [put('after')]), refusal);
  assert.deepEqual(faults, [full]);
  server.closeAllConnections();
  await close();
  const again = await serve(t, dir);
  const second = clientOf(t, again.endpoint);
  for (const [pk, isThere] of [
    ['kept', true],
    ['kept-too', true],
    ['lost', false],
    ['lost-too', false],
    ['after', false],
  ] as const)
    assert.equal((await get(second, pk)) !== undefined, isThere, pk);
  await again.close();
});

/** A database that counts its writes of several items, which fail while its disk is full. */
function fillDisk(scope: Scope, error: Error): { isFull: boolean; batches: number } {
  const disk = { isFull: false, batches: 0 };
  const { create } = databases;
  databases.create = (options) => {
    const store = create(options);
    const batch = store.db.batch.bind(store.db);
    store.db.batch = (...parameters) => {
      disk.batches += 1;
      return disk.isFull ? setImmediate(parameters.at(-1) as Done, error) : batch(...parameters);
    };
    return store;
  };
  afterwards(scope, () => {
    databases.create = create;
  });
  return disk;
}

test('a token identifies its request for ten minutes, and a failed request may be tried again', async () => {
  let now = 0;
  const tokens = new RequestTokens(() => now);
  let runs = 0;
  const run = async () => ({ run: ++runs });
  assert.deepEqual(await tokens.once('a', 'r', run), { run: 1 });
  now = 599_999;
  assert.deepEqual(await tokens.once('a', 'r', run), { run: 1 });
  await assert.rejects(tokens.once('a', 'other', run), /other parameters/);
  now = 600_000;
  assert.deepEqual(await tokens.once('a', 'other', run), { run: 2 });
  assert.deepEqual(
    [await tokens.once(undefined, 'r', run), await tokens.once(undefined, 'r', run)],
    [{ run: 3 }, { run: 4 }],
  );
  await assert.rejects(
    tokens.once('b', 'r', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.deepEqual(await tokens.once('b', 'r', run), { run: 5 });
});

test('the oldest tokens go when there are too many', async () => {
  const tokens = new RequestTokens(() => 0);
  let runs = 0;
  const run = async () => ({ run: ++runs });
  for (let n = 0; n < 20_001; n += 1) await tokens.once(String(n), 'r', run);
  assert.deepEqual(await tokens.once('20000', 'r', run), { run: 20_001 });
  assert.deepEqual(await tokens.once('0', 'r', run), { run: 20_002 });
});
