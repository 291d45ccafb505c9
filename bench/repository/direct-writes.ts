import assert from 'node:assert/strict';
import { type AttributeValue, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import databases, { type Item as Stored, type Table } from 'dynalite/db/index.js';
import { closeDatabase, openDatabase } from '../../lib/local/tables/database.ts';
import { type Written, writeAll } from '../../lib/local/tables/staged-writes.ts';
import { openTables } from '../../lib/local/tables/tables.ts';
import type { Item } from '../../lib/repository/ports/table.ts';

/** The number of items in one write of the database. */
const batchItems = 2000;
/** One of this many written items is compared with the expected item. */
const sampleEvery = 4999;

export type DirectWrites = {
  readonly put: (item: Item) => void;
  /** Waits while the items that are not yet written are more than one write can have. */
  readonly room: () => Promise<void>;
  /** @returns the number of written items, and a sample of them. */
  readonly end: () => Promise<{ readonly items: number; readonly sample: readonly Item[] }>;
};

/**
 * Writes items into the files of a table without a server, as the table's own transactions do. A million
 * items through the protocol would take longer than the measurements. `compared` checks that the items are
 * the same as after a write through the protocol.
 */
export async function openDirectWrites(dir: string, name: string): Promise<DirectWrites> {
  const tables = await openTables({ dir, credentials: {}, tables: [name] });
  await tables.close();
  const { store } = await openDatabase(dir);
  const table = await new Promise<Table>((resolve, reject) => {
    store.getTable(name, (error, found) => (error ? reject(error) : resolve(found)));
  });
  let waiting: Written[] = [];
  let items = 0;
  const sample: Item[] = [];
  const write = async (): Promise<void> => {
    const mine = waiting;
    waiting = [];
    await writeAll(store, mine);
  };
  return {
    put(item) {
      const stored = attributesOf(item) as unknown as Stored;
      waiting.push({ key: `item-${name}~${databases.createKey(stored, table)}`, item: stored });
      if (items++ % sampleEvery === 0) sample.push(item);
    },
    room: async () => (waiting.length < batchItems ? undefined : write()),
    async end() {
      await write();
      await closeDatabase(store);
      return { items, sample };
    },
  };
}

/** Writes items again as a client does. @throws AssertionError when an item differs. */
export async function compared(
  client: DynamoDBClient,
  dynamo: DynamoDBDocumentClient,
  TableName: string,
  sample: readonly Item[],
): Promise<void> {
  for (const Item of sample) {
    const Key = { pk: { S: Item.pk }, sk: { S: Item.sk } };
    const read = async () => (await client.send(new GetItemCommand({ TableName, Key }))).Item;
    const before = await read();
    await dynamo.send(new PutCommand({ TableName, Item }));
    assert.deepEqual(before, await read());
  }
}

const attributesOf = (fields: object): Record<string, AttributeValue> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, attributeOf(value)]],
    ),
  );

function attributeOf(value: unknown): AttributeValue {
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value === null) return { NULL: true };
  // A request has bytes in Base64, and the table stores them in this form.
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') as never };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  return { M: attributesOf(value as object) };
}
