import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { overloaded } from '../errors.ts';
import { repositoryKey } from '../names/repository-keys.ts';
import type { Condition, Item, Key, Page, Range, Table, Write } from '../repository/ports/table.ts';
import { limits } from '../results/limits.ts';
import { counted } from '../words.ts';
import { recordTooLarge, refuseLargeRecords } from './item-size.ts';
import { withKeptNumbers, withReadNumbers } from './number-encoding.ts';

/** The most keys of one BatchGetItem, as DynamoDB documents it. */
const batchKeys = 100;
/**
 * The most attempts for a transaction that conflicts with another one, and for keys that a BatchGetItem did
 * not read.
 */
const attempts = 8;

/**
 * Opens a DynamoDB table as the table of the repository. Reads are strongly consistent.
 *
 * @param wait - pauses before the given attempt.
 */
export function openTable(dynamo: DynamoDBDocumentClient, table: string, wait: Wait = pause): Table {
  const page = async (pk: string, range: Range = {}): Promise<Page> => {
    const items: Item[] = [];
    let from: Key | undefined = range.after === undefined ? undefined : { pk, sk: range.after };
    for (;;) {
      const reply = await dynamo.send(new QueryCommand(queryOf(table, pk, range, from, items.length)));
      items.push(...withReadNumbers((reply.Items ?? []) as Item[]));
      from = reply.LastEvaluatedKey as Key | undefined;
      if (from === undefined) return { items };
      if (range.limit === undefined || items.length >= range.limit) return { items, next: from.sk };
    }
  };
  return {
    page,
    async get(key) {
      const reply = await dynamo.send(
        new GetCommand({ TableName: table, Key: only(key), ConsistentRead: true }),
      );
      return withReadNumbers(reply.Item as Item | undefined);
    },
    async getMany(keys) {
      const found = new Map<string, Item>();
      const unique = [...new Map(keys.map((key) => [nameOf(key), only(key)])).values()];
      for (let from = 0; from < unique.length; from += batchKeys)
        for (const item of await batch(dynamo, table, unique.slice(from, from + batchKeys), wait))
          found.set(nameOf(item), item);
      return keys.map((key) => found.get(nameOf(key)));
    },
    write: (writes) => transact(dynamo, table, writes, wait),
    async newIds(kind, count = 1) {
      const reply = await dynamo.send(
        new UpdateCommand({
          TableName: table,
          Key: repositoryKey.counter(kind),
          UpdateExpression: 'ADD #last :count',
          ExpressionAttributeNames: { '#last': 'last' },
          ExpressionAttributeValues: { ':count': count },
          ReturnValues: 'UPDATED_NEW',
        }),
      );
      const last = Number(reply.Attributes?.last);
      if (!(last <= limits.idMax))
        throw new Error(
          `no further ${kind} can be stored, because the highest id, ${limits.idMax}, is in use`,
        );
      return last - count + 1;
    },
  };
}

const only = ({ pk, sk }: Key): Key => ({ pk, sk });
const nameOf = ({ pk, sk }: Key): string => `${pk}\0${sk}`;

function queryOf(table: string, pk: string, range: Range, from: Key | undefined, have: number) {
  const { prefix, from: first, to: last, backward = false, limit, only } = range;
  const names = only && ['pk', 'sk', ...only];
  const between = first !== undefined || last !== undefined;
  const condition =
    prefix !== undefined ? ' AND begins_with(sk, :a)' : between ? ' AND sk BETWEEN :a AND :b' : '';
  const values =
    prefix !== undefined ? { ':a': prefix } : between ? { ':a': first ?? '\0', ':b': last ?? '\uffff' } : {};
  return {
    TableName: table,
    KeyConditionExpression: `pk = :pk${condition}`,
    ExpressionAttributeValues: { ':pk': pk, ...values },
    ScanIndexForward: !backward,
    ConsistentRead: true,
    ...(names && {
      ProjectionExpression: names.map((_, n) => `#o${n}`).join(', '),
      ExpressionAttributeNames: Object.fromEntries(names.map((name, n) => [`#o${n}`, name])),
    }),
    ...(limit === undefined ? {} : { Limit: limit - have }),
    ...(from === undefined ? {} : { ExclusiveStartKey: from }),
  };
}

async function batch(
  dynamo: DynamoDBDocumentClient,
  table: string,
  keys: readonly Key[],
  wait: Wait,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let rest = keys;
  for (let attempt = 0; rest.length > 0; attempt += 1) {
    if (attempt === attempts)
      throw overloaded(`${counted(rest.length, 'item')} of ${table} could not be read: the table is busy`);
    const request = { [table]: { Keys: [...rest], ConsistentRead: true } };
    const reply = await dynamo.send(new BatchGetCommand({ RequestItems: request }));
    items.push(...withReadNumbers((reply.Responses?.[table] ?? []) as Item[]));
    rest = (reply.UnprocessedKeys?.[table]?.Keys ?? []) as Key[];
    if (rest.length > 0) await wait(attempt);
  }
  return items;
}

async function transact(
  dynamo: DynamoDBDocumentClient,
  table: string,
  writes: readonly Write[],
  wait: Wait,
): Promise<readonly number[]> {
  if (writes.length === 0) return [];
  refuseLargeRecords(writes);
  const TransactItems = writes.map((write) => commandOf(table, write));
  for (let attempt = 0; ; attempt += 1) {
    try {
      await dynamo.send(new TransactWriteCommand({ TransactItems }));
      return [];
    } catch (error) {
      if (isTooLarge(error)) throw recordTooLarge(writes, { cause: error });
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      const failed = codes.flatMap((code, n) => (code === 'ConditionalCheckFailed' ? [n] : []));
      if (failed.length > 0) return failed;
      if (attempt + 1 === attempts || !codes.some((code) => code !== undefined && passing.has(code)))
        throw error;
      await wait(attempt);
    }
  }
}

/**
 * True when an item or a transaction is too large. DynamoDB reports a too large item in the reasons of a
 * transaction, and a too large transaction in its message.
 */
function isTooLarge(error: unknown): boolean {
  if (!(error instanceof DynamoDBServiceException)) return false;
  const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
  return [error.message, ...reasons.map(({ Message }) => Message ?? '')].some((text) =>
    /item size .*exceeded/i.test(text),
  );
}

/** The temporary reasons for which DynamoDB rejects a transaction, so that a retry may succeed. */
const passing: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

type Wait = (attempt: number) => Promise<unknown>;

/**
 * Pauses for a random time before an attempt, so that two conflicting transactions do not conflict again. The
 * longest pause doubles with each attempt, from 20 ms.
 */
const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * 2 ** attempt));

type Names = { readonly names: Record<string, string>; readonly values: Record<string, unknown> };

function commandOf(table: string, write: Write) {
  const used: Names = { names: {}, values: {} };
  const condition = write.when === undefined ? {} : { ConditionExpression: conditionOf(write.when, used) };
  const common = () => ({
    TableName: table,
    ...condition,
    ...(Object.keys(used.names).length === 0 ? {} : { ExpressionAttributeNames: used.names }),
    ...(Object.keys(used.values).length === 0 ? {} : { ExpressionAttributeValues: used.values }),
  });
  if ('put' in write) return { Put: { Item: withKeptNumbers(write.put), ...common() } };
  if ('delete' in write) return { Delete: { Key: only(write.delete), ...common() } };
  if ('check' in write)
    return {
      ConditionCheck: { Key: only(write.check), ConditionExpression: 'attribute_exists(pk)', ...common() },
    };
  const UpdateExpression = changesOf(write, used);
  return { Update: { Key: only(write.update), UpdateExpression, ...common() } };
}

function conditionOf(condition: Condition, used: Names): string {
  if (condition === 'absent') return 'attribute_not_exists(pk)';
  if (condition === 'present') return 'attribute_exists(pk)';
  const parts = Object.entries(condition).map(([name, value]) =>
    value === undefined
      ? `attribute_not_exists(${named(name, used)})`
      : `${named(name, used)} = ${valued(value, used)}`,
  );
  return ['attribute_exists(pk)', ...parts].join(' AND ');
}

function changesOf(
  { set = {}, add = {}, remove = [] }: Extract<Write, { readonly update: Key }>,
  used: Names,
): string {
  const sets = Object.entries(set).map(([name, value]) => `${named(name, used)} = ${valued(value, used)}`);
  const adds = Object.entries(add).map(([name, value]) => `${named(name, used)} ${valued(value, used)}`);
  const removes = remove.map((name) => named(name, used));
  const clauses = { SET: sets, ADD: adds, REMOVE: removes };
  return Object.entries(clauses)
    .filter(([, list]) => list.length > 0)
    .map(([word, list]) => `${word} ${list.join(', ')}`)
    .join(' ');
}

function named(name: string, { names }: Names): string {
  const known = Object.entries(names).find(([, each]) => each === name);
  if (known !== undefined) return known[0];
  const placeholder = `#n${Object.keys(names).length}`;
  names[placeholder] = name;
  return placeholder;
}

function valued(value: unknown, { values }: Names): string {
  const placeholder = `:v${Object.keys(values).length}`;
  values[placeholder] = withKeptNumbers(value);
  return placeholder;
}
