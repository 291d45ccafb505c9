import { isDeepStrictEqual, promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';

/** Writes a new item. False when the item exists. */
export const putNew = (
  dynamo: DynamoDBDocumentClient,
  table: string,
  item: Record<string, unknown> & ItemKey,
): Promise<boolean> =>
  putIf(dynamo, { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' });

/**
 * Writes an item if a condition holds. False when the condition does not hold. If a response is lost, the SDK
 * repeats the call, and the condition is false because of the first attempt. The function then reads the
 * item, and returns true when this call has written it.
 */
export async function putIf(
  dynamo: DynamoDBDocumentClient,
  { TableName, Item, ...condition }: PutCommandInput & { readonly Item: ItemKey },
): Promise<boolean> {
  try {
    await dynamo.send(new PutCommand({ TableName, Item, ...condition }));
    return true;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    if ((error.$metadata.attempts ?? 1) === 1) return false;
    const { pk, sk } = Item;
    const stored = await dynamo.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }));
    return stored.Item !== undefined && isDeepStrictEqual(plain(stored.Item), plain(Item));
  }
}

/** A value in the form in which it is stored: without undefined members. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * Returns true when the condition of a write was met, and false when it was not. Any other failure is thrown.
 */
export async function holds(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

type ItemKey = { readonly pk: string; readonly sk: string };

export async function get<Item>(
  dynamo: DynamoDBDocumentClient,
  table: string,
  key: ItemKey,
  consistent = true,
): Promise<Item | undefined> {
  const reply = await dynamo.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: consistent }));
  return reply.Item && withoutKey<Item>(reply.Item);
}

/** Selects items of a partition. Their sort keys begin with a prefix, or lie between two texts. */
export type SortKeys = string | { readonly from: string; readonly to: string };

export type Reading = {
  /** True: reads the latest items. False: the items may be a moment old, at half the cost. */
  readonly consistent?: boolean;
  /** The attributes of an item to read. Absent: all. */
  readonly only?: readonly string[];
};

/**
 * Reads all items of a partition, or those with certain sort keys, in the order of their sort keys. Items
 * include their keys, because a sort key may have information that its record lacks.
 */
export async function query<Item>(
  dynamo: DynamoDBDocumentClient,
  table: string,
  pk: string,
  keys?: SortKeys,
  { consistent = true, only }: Reading = {},
): Promise<readonly (Item & ItemKey)[]> {
  const items: (Item & ItemKey)[] = [];
  const { condition, values } = conditionOf(keys);
  const projection = only && {
    ProjectionExpression: only.map((_, n) => `#o${n}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(only.map((name, n) => [`#o${n}`, name])),
  };
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const reply = await dynamo.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: `pk = :pk${condition}`,
        ExpressionAttributeValues: { ':pk': pk, ...values },
        ConsistentRead: consistent,
        ...projection,
        ExclusiveStartKey,
      }),
    );
    items.push(...((reply.Items ?? []) as (Item & ItemKey)[]));
    ExclusiveStartKey = reply.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items;
}

function conditionOf(keys: SortKeys | undefined): { condition: string; values: Record<string, string> } {
  if (keys === undefined) return { condition: '', values: {} };
  if (typeof keys === 'string')
    return { condition: ' AND begins_with(sk, :prefix)', values: { ':prefix': keys } };
  const { from, to } = keys;
  return { condition: ' AND sk BETWEEN :from AND :to', values: { ':from': from, ':to': to } };
}

/** The record of an item: the item without its key. */
export function withoutKey<Item>(item: Record<string, unknown>): Item {
  const { pk: _, sk: __, ...record } = item;
  return record as Item;
}

/**
 * Compresses a value that is never queried. Values that are alike in all phases of a burst take nearly no
 * space.
 */
export const packed = (value: unknown): Uint8Array => deflateRawSync(JSON.stringify(value));

/** Compresses a value in another thread, so that a drive can start users meanwhile. */
export const packedAside = (value: unknown): Promise<Uint8Array> => deflateAside(JSON.stringify(value));

const deflateAside = promisify<string, Uint8Array>(deflateRaw);

export const unpacked = <Value>(bytes: Uint8Array): Value =>
  JSON.parse(inflateRawSync(bytes).toString()) as Value;
