import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { identityKey } from '../../names/identities.ts';
import type { ApiKey } from '../../results/identity/api-key.ts';
import { get, holds, putNew, query, withoutKey } from '../items.ts';

export const firstKeyId = 1;

/** API keys: what is kept of them, never their text. */
export type KeyStore = ReturnType<typeof openKeyStore>;

export function openKeyStore(dynamo: DynamoDBDocumentClient, table: string) {
  return {
    /** The id of a further key; 1 is the first administrator key's. */
    nextId: async (): Promise<number> => firstKeyId + (await nextKeyId(dynamo, table)),

    async put(key: ApiKey): Promise<void> {
      if (!(await putNew(dynamo, table, { ...identityKey.apiKey(key.id), ...key }))) {
        throw new Error(`there is an API key ${key.id} already`);
      }
    },

    get: (id: number): Promise<ApiKey | undefined> => get<ApiKey>(dynamo, table, identityKey.apiKey(id)),

    list: async (): Promise<readonly ApiKey[]> =>
      (await query<ApiKey>(dynamo, table, identityKey.apiKey(0).pk)).map((item) => withoutKey<ApiKey>(item)),

    /**
     * Puts the first administrator key, whose id is `firstKeyId`. False when there is one already, in use or not;
     * with `replaceUnused` one that nobody has ever used, because its text was lost on the way, gives way.
     */
    putFirst: (key: ApiKey, replaceUnused: boolean): Promise<boolean> =>
      holds(
        dynamo.send(
          new PutCommand({
            TableName: table,
            Item: { ...identityKey.apiKey(firstKeyId), ...key },
            ConditionExpression: `attribute_not_exists(pk)${replaceUnused ? ' OR attribute_not_exists(lastUsedAt)' : ''}`,
          }),
        ),
      ),

    /** Writes the time of a use unless a later one is there. */
    async touch(id: number, now: number): Promise<void> {
      const isNew = 'attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :now)';
      await setOnce(dynamo, table, id, 'lastUsedAt', now, isNew);
    },

    /** False for a key that was revoked, which keeps its name. */
    rename: (id: number, name: string): Promise<boolean> =>
      holds(
        dynamo.send(
          new UpdateCommand({
            TableName: table,
            Key: identityKey.apiKey(id),
            UpdateExpression: 'SET #name = :name',
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
            ExpressionAttributeNames: { '#name': 'name' },
            ExpressionAttributeValues: { ':name': name },
          }),
        ),
      ),

    /** Keeps the time of the first revocation. */
    revoke: (id: number, now: number): Promise<void> =>
      setOnce(
        dynamo,
        table,
        id,
        'revokedAt',
        now,
        'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
      ),
  };
}

/** Sets a time where the condition holds; where it does not, nothing has to change. */
async function setOnce(
  dynamo: DynamoDBDocumentClient,
  table: string,
  id: number,
  attribute: 'lastUsedAt' | 'revokedAt',
  now: number,
  condition: string,
): Promise<void> {
  await holds(
    dynamo.send(
      new UpdateCommand({
        TableName: table,
        Key: identityKey.apiKey(id),
        UpdateExpression: `SET ${attribute} = :now`,
        ConditionExpression: condition,
        ExpressionAttributeValues: { ':now': now },
      }),
    ),
  );
}

async function nextKeyId(dynamo: DynamoDBDocumentClient, table: string): Promise<number> {
  const reply = await dynamo.send(
    new UpdateCommand({
      TableName: table,
      Key: identityKey.counter('api-key'),
      UpdateExpression: 'ADD #last :one',
      ExpressionAttributeNames: { '#last': 'last' },
      ExpressionAttributeValues: { ':one': 1 },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(reply.Attributes?.last);
}
