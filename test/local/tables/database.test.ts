import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { DynamoDBServiceException, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import databases, { type Database } from 'dynalite/db/index.js';
import { afterwards, scratchDir } from '../scratch.ts';
import { clientOf, serve } from './tables.ts';

/** Tests of the database below the local tables. */

const TableName = 'runs';

async function open(t: Parameters<typeof scratchDir>[0], watch: (database: Database) => void) {
  const { create } = databases;
  databases.create = (options) => {
    const store = create(options);
    watch(store.db);
    return store;
  };
  afterwards(t, () => {
    databases.create = create;
  });
  const { endpoint, close } = await serve(t, scratchDir(t));
  const db = clientOf(t, endpoint);
  for (let n = 0; n < 30; n += 1)
    await db.send(
      new PutCommand({
        TableName,
        Item: { pk: 'p', sk: String(n).padStart(3, '0'), text: 'x'.repeat(5000) },
      }),
    );
  const query = (more: object) =>
    db.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: { ':p': 'p' },
        ...more,
      }),
    );
  return { db, query, close };
}

test('a query closes what it reads with, whether it comes to the end or not', async (t) => {
  let [opened, closed] = [0, 0];
  const { db, query, close } = await open(t, (database) => {
    const values = database.values.bind(database);
    database.values = (range) => {
      const iterator = values(range);
      const end = iterator.close.bind(iterator);
      opened += 1;
      const counted = async (): Promise<void> => {
        await end();
        closed += 1;
      };
      return Object.assign(iterator, { close: counted });
    };
  });
  const count = async (sent: Promise<{ Count?: number | undefined }>) => (await sent).Count;
  assert.equal(await count(query({})), 30);
  assert.equal(await count(query({ Limit: 3, ScanIndexForward: false })), 3);
  assert.equal(await count(query({ Limit: 30 })), 30);
  assert.equal(await count(db.send(new ScanCommand({ TableName, Limit: 2 }))), 2);
  // The iterator closes a moment after the answer. A test must wait for it, because closing the database
  // would close every iterator.
  for (let turns = 0; closed < opened && turns < 1000; turns += 1) await setImmediate();
  assert.ok(opened >= 4);
  assert.equal(closed, opened);
  await close();
});

test('a query that cannot be read is answered, and so is the next one', async (t) => {
  let isBroken = false;
  const { query, close } = await open(t, (database) => {
    const values = database.values.bind(database);
    database.values = (range) => {
      const iterator = values(range);
      const broken = () => Promise.reject(new Error('Corruption: block checksum mismatch'));
      return isBroken ? Object.assign(iterator, { nextv: broken }) : iterator;
    };
  });
  isBroken = true;
  await assert.rejects(
    query({}),
    (error) => error instanceof DynamoDBServiceException && error.$metadata.httpStatusCode === 500,
  );
  isBroken = false;
  assert.equal((await query({})).Count, 30);
  await close();
});

test('a list of the tables reads no keys of items', async (t) => {
  const read: string[] = [];
  const { db } = await open(t, (database) => {
    const keys = database.keys.bind(database);
    database.keys = (range) => {
      const iterator = keys(range);
      const all = async () => {
        const found = await iterator.all();
        read.push(...found);
        return found;
      };
      return { ...iterator, all };
    };
  });
  read.length = 0;
  assert.deepEqual((await db.send(new ListTablesCommand({}))).TableNames, ['bursts', 'runs']);
  assert.deepEqual(read, ['table~bursts', 'table~runs']);
});
