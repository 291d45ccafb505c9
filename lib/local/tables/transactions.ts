import deleteItem from 'dynalite/actions/deleteItem.js';
import getItem from 'dynalite/actions/getItem.js';
import putItem from 'dynalite/actions/putItem.js';
import updateItem from 'dynalite/actions/updateItem.js';
import databases, { type Done, type Item, type Store, type Table } from 'dynalite/db/index.js';
import { type Action, checked, running } from './actions.ts';
import { checkedTransaction } from './check-transaction.ts';
import { itemsPrefix, recording, type Written, writeAll } from './staged-writes.ts';
import { type Kind, operationOf, type Request, readInput } from './transaction-input.ts';

/** An operation of a transaction on one item. */
type Operation = { readonly kind: Kind; readonly request: Request };

/** The result of an operation: the reason why the transaction is cancelled, or no reason. */
type Reason = { readonly Code: string; readonly Message?: string; readonly Item?: Item };

type ItemKey = {
  readonly table: string;
  readonly key: string;
  /** The item to write, when neither a condition nor an index depends on the current item. */
  readonly plain: Item | undefined;
};

/**
 * The limit of bytes of all items in a transaction. DynamoDB also counts the old items, which this code does
 * not.
 */
const bytesMax = 4 * 1024 ** 2;

/**
 * Writes all items of a transaction or none. The writes of each operation are recorded while its item is
 * locked, and stored in one write of the database. Neither a reader nor the next start ever sees only a part
 * of them. A second transaction waits, while DynamoDB would report a conflict.
 *
 * @throws the error of dynalite, and `TransactionCanceledException` with a reason for each operation.
 */
export async function transactWrite(store: Store, body: object): Promise<object> {
  const request = checkedTransaction(body, store);
  const operations = request.TransactItems.map(operationOf);
  const places = await Promise.all(operations.map((operation) => itemKeyOf(store, operation)));
  refuseRepeats(places);
  return locked(store, places.filter(isItemKey), async () => {
    const written: Written[] = [];
    const reasons: Reason[] = [];
    for (const [n, operation] of operations.entries()) {
      const place = places[n] as ItemKey | Reason;
      if (!isItemKey(place)) reasons.push(place);
      else if (place.plain === undefined) reasons.push(await reasonOf(store, operation, written));
      else {
        reasons.push(none);
        written.push({ key: itemsPrefix(place.table) + place.key, item: place.plain });
      }
    }
    if (reasons.some(({ Code }) => Code !== none.Code)) throw cancelled(reasons);
    refuseLarge(written);
    await writeAll(store, written);
    return {};
  });
}

/** Reads several items in the state of one moment: no transaction writes them during the read. */
export async function transactGet(store: Store, body: object): Promise<object> {
  const request = checked(readInput, body, store) as Request;
  const operations = request.TransactItems.map(operationOf);
  const places = await Promise.all(operations.map((operation) => itemKeyOf(store, operation)));
  refuseRepeats(places);
  const refused = places.map((place) => (isItemKey(place) ? none : place));
  if (refused.some(({ Code }) => Code !== none.Code)) throw cancelled(refused);
  return locked(store, places.filter(isItemKey), async () => ({
    Responses: await Promise.all(operations.map((operation) => running(getItem, store, operation.request))),
  }));
}

const none: Reason = { Code: 'None' };

/** The key of the item of an operation, or the reason why it has none. */
async function itemKeyOf(store: Store, { kind, request }: Operation): Promise<ItemKey | Reason> {
  const table = await tableOf(store, request.TableName);
  const item = kind === 'Put' ? request.Item : request.Key;
  const invalid = kind === 'Put' ? databases.validateItem(item, table) : databases.validateKey(item, table);
  if (invalid) return { Code: 'ValidationError', Message: invalid.message };
  const { TableName: name, ConditionExpression, Item } = request;
  const { LocalSecondaryIndexes: local, GlobalSecondaryIndexes: global } = table;
  const isPlain = kind === 'Put' && ConditionExpression === undefined && !local && !global;
  return { table: name, key: databases.createKey(item, table), plain: isPlain ? Item : undefined };
}

const isItemKey = (place: ItemKey | Reason): place is ItemKey => 'key' in place;

const tableOf = (store: Store, name: string): Promise<Table> =>
  new Promise((resolve, reject) => {
    store.getTable(name, (error, table) => (error ? reject(error) : resolve(table)));
  });

function refuseRepeats(places: readonly (ItemKey | Reason)[]): void {
  const known = places.filter(isItemKey).map(({ table, key }) => `${table} ${key}`);
  if (new Set(known).size < known.length)
    throw databases.validationError('Transaction request cannot include multiple operations on one item');
}

function refuseLarge(written: readonly Written[]): void {
  const bytes = written.reduce((sum, { item }) => sum + (item ? databases.itemSize(item) : 0), 0);
  if (bytes > bytesMax)
    throw databases.validationError(
      `Item size in the transaction has exceeded the maximum allowed size: ${bytes} of ${bytesMax} bytes`,
    );
}

/**
 * Runs a call while no other transaction writes the items. Tables are locked in the order of their names,
 * because two transactions could otherwise wait for each other.
 */
async function locked<Result>(
  store: Store,
  places: readonly ItemKey[],
  run: () => Promise<Result>,
): Promise<Result> {
  const [first, ...rest] = [...new Set(places.map(({ table }) => table))].sort();
  if (first === undefined) return run();
  const keys = places.filter(({ table }) => table === first).map(({ key }) => key);
  const others = places.filter(({ table }) => rest.includes(table));
  return new Promise((resolve, reject) => {
    store.getItemDb(first).lock(keys, (release) => {
      const free = release(() => undefined);
      locked(store, others, run).finally(free).then(resolve, reject);
    });
  });
}

/**
 * Checks an operation against the current item, and records its writes.
 * @throws an error of the database.
 */
async function reasonOf(store: Store, { kind, request }: Operation, written: Written[]): Promise<Reason> {
  let existing: Item | undefined;
  const seen = (item: Item | undefined): void => {
    existing = item;
  };
  try {
    await running(runs[kind], recording(store, written, seen), request);
    return none;
  } catch (error) {
    const { type, message } = errorOf(error);
    if (type === 'ValidationException') return { Code: 'ValidationError', Message: message };
    if (type !== 'ConditionalCheckFailedException') throw error;
    const isAsked = request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD';
    return {
      Code: 'ConditionalCheckFailed',
      Message: message,
      ...(isAsked && existing !== undefined && { Item: existing }),
    };
  }
}

const runs: Readonly<Record<Kind, Action['run']>> = {
  Put: putItem,
  Update: updateItem,
  Delete: deleteItem,
  Get: getItem,
  ConditionCheck: checkCondition,
};

function checkCondition(store: Store, data: object, done: Done): void {
  const { TableName, Key } = data as Request;
  store.getTable(TableName, (error, table) => {
    if (error) return done(error);
    store.getItemDb(TableName).get(databases.createKey(Key, table), (failure, existing) => {
      done(failure ?? databases.checkConditional(data, existing as Item | undefined));
    });
  });
}

function errorOf(error: unknown): { readonly type: string; readonly message: string } {
  const { body, message } = error as { body?: { __type?: string }; message: string };
  return { type: body?.__type?.split('#')[1] ?? '', message };
}

function cancelled(reasons: readonly Reason[]): Error {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  const __type = 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException';
  const body = { __type, CancellationReasons: reasons, Message };
  return Object.assign(new Error(Message), { statusCode: 400, body });
}
