import type { Done, Item, Store, Table } from 'dynalite/db/index.js';
import databases from 'dynalite/db/index.js';
import { actions, checked } from '../../../lib/local/tables/actions.ts';
import { recording, type Written } from '../../../lib/local/tables/staged-writes.ts';
import { tableKey } from '../../../lib/names/key-format.ts';

/**
 * The members of a write request that decide its result: the key or the item, the expressions, and their
 * names and values.
 */
export type ItemWrite = Readonly<Record<string, unknown>>;

export type WrittenItem = {
  readonly reply: { readonly Attributes?: Item };
  /** The item after the write. Undefined: the write has deleted the item. */
  readonly item: Item | undefined;
};

/**
 * Computes the result of a write on an existing item, synchronously and without a database.
 *
 * @throws dynalite's error, which has the name of DynamoDB's error in `body.__type`.
 */
export function writeItem(
  action: 'PutItem' | 'UpdateItem' | 'DeleteItem',
  write: ItemWrite,
  existing: Item | undefined,
): WrittenItem {
  const { input, run } = actions[action];
  const written: Written[] = [];
  const store = recording(storeOf(existing), written, () => undefined);
  let [failure, reply]: [unknown, unknown] = [new Error(`${action} did not answer synchronously`), undefined];
  const { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues, ...rest } = write;
  const condition = { ConditionExpression, ExpressionAttributeNames, ExpressionAttributeValues };
  // A condition without an update is parsed alone, and its result is cached. With an update, this is not
  // possible: the names and values may belong to either expression.
  const isAlone = ConditionExpression !== undefined && write.UpdateExpression === undefined;
  const data = checked(input, { TableName, ...(isAlone ? rest : write) }, store);
  run(store, isAlone ? { ...data, _condition: parsed(condition) } : data, (error, value) => {
    [failure, reply] = [error, value];
  });
  if (failure) throw failure;
  return { reply: reply as WrittenItem['reply'], item: written[0]?.item };
}

/** Whether an item meets a condition. */
export function conditionOf(condition: ItemWrite): (item: Item) => boolean {
  const data = { _condition: parsed(condition) };
  return (item) => !databases.checkConditional(data, item);
}

const conditions = new Map<string, unknown>();
const conditionsMax = 1_000;

/** A condition as dynalite parses it, from a cache, because parsing is most of the cost of a write. */
function parsed(condition: ItemWrite): unknown {
  const text = JSON.stringify(condition);
  const known = conditions.get(text);
  if (known !== undefined) return known;
  const write = { TableName, Key: {}, ...condition };
  const data = checked(actions.DeleteItem.input, write, storeOf(undefined)) as {
    readonly _condition?: unknown;
  };
  if (conditions.size === conditionsMax) conditions.clear();
  conditions.set(text, data._condition);
  return data._condition;
}

/** The name of the only table. Table names have at least three letters. */
const TableName = 'any';

const { partition, sort } = tableKey;
const table = {
  TableName,
  TableStatus: 'ACTIVE',
  AttributeDefinitions: [partition, sort].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
  KeySchema: [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ],
};

/** A store that dynalite reads. It has one item or none, and answers at once. */
function storeOf(existing: Item | undefined): Store {
  type Found = (error: unknown, found: Table) => void;
  const items = { get: (_key: string, done: Done) => done(null, existing) };
  return {
    options: { maxItemSize: 400 * 1024 },
    getTable: (_name: string, check: boolean | Found, done?: Found) =>
      (typeof check === 'function' ? check : done)?.(null, table),
    getItemDb: () => items,
  } as unknown as Store;
}
