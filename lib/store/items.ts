import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';

/** Puts an item that is not there yet; false when it is. */
export async function putNew(
  dynamo: DynamoDBDocumentClient,
  table: string,
  item: Record<string, unknown>,
): Promise<boolean> {
  const ConditionExpression = 'attribute_not_exists(pk)';
  return holds(dynamo.send(new PutCommand({ TableName: table, Item: item, ConditionExpression })));
}

/** Returns true when the condition of a write held; throws any other failure. */
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
): Promise<Item | undefined> {
  const reply = await dynamo.send(new GetCommand({ TableName: table, Key: key, ConsistentRead: true }));
  return reply.Item && withoutKey<Item>(reply.Item);
}

/**
 * All items of a partition, or those whose sort keys begin with a prefix, in the order of their sort keys. Items come
 * with their keys: a sort key may say more than its record.
 */
export async function query<Item>(
  dynamo: DynamoDBDocumentClient,
  table: string,
  pk: string,
  prefix?: string,
): Promise<readonly (Item & ItemKey)[]> {
  const items: (Item & ItemKey)[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const reply = await dynamo.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: prefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': pk, ...(prefix === undefined ? {} : { ':prefix': prefix }) },
        ConsistentRead: true,
        ExclusiveStartKey,
      }),
    );
    items.push(...((reply.Items ?? []) as (Item & ItemKey)[]));
    ExclusiveStartKey = reply.LastEvaluatedKey;
  } while (ExclusiveStartKey !== undefined);
  return items;
}

/** The record of an item: what was put, less its key. */
export function withoutKey<Item>(item: Record<string, unknown>): Item {
  const { pk: _, sk: __, ...record } = item;
  return record as Item;
}
