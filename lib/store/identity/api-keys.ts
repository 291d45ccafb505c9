import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { firstKeyId, identityExpiry, identityKey } from '../../names/identity-keys.ts';
import type { ApiKey } from '../../results/identity/api-key.ts';
import type { OnceRecord } from '../../results/identity/one-time-code.ts';
import { get, holds, putIf, putNew, query, withoutKey } from '../item-operations.ts';

/** The store of the records of API keys, but never of their text. */
export type KeyStore = ReturnType<typeof openKeyStore>;

export function openKeyStore(dynamo: DynamoDBDocumentClient, table: string) {
  return {
    /** Reserves the id of a new key. The first administrator key has id 1. */
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
     * Stores the first administrator key, whose id is `firstKeyId`. False when the key exists. With
     * `replaceUnused`, a key that was never used is replaced, because its text was lost.
     */
    putFirst: (key: ApiKey, replaceUnused: boolean): Promise<boolean> =>
      putIf(dynamo, {
        TableName: table,
        Item: { ...identityKey.apiKey(firstKeyId), ...key },
        ConditionExpression: `attribute_not_exists(pk)${replaceUnused ? ' OR attribute_not_exists(lastUsedAt)' : ''}`,
      }),

    /** Stores the time at which an API key was used, unless a later time is stored. */
    async touch(id: number, now: number): Promise<void> {
      await holds(
        dynamo.send(
          new UpdateCommand({
            TableName: table,
            Key: identityKey.apiKey(id),
            UpdateExpression: 'SET lastUsedAt = :now',
            ConditionExpression:
              'attribute_exists(pk) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :now)',
            ExpressionAttributeValues: { ':now': now },
          }),
        ),
      );
    },

    /** Renames an API key. False for a revoked key, which keeps its name. */
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

    /** Revokes an API key. If it was revoked before, the earlier time remains. */
    async revoke(id: number, now: number): Promise<void> {
      await holds(
        dynamo.send(
          new UpdateCommand({
            TableName: table,
            Key: identityKey.apiKey(id),
            UpdateExpression: 'SET revokedAt = :now',
            ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
            ExpressionAttributeValues: { ':now': now },
          }),
        ),
      );
    },

    /** Stores a code that can be exchanged once for a key. The text of the code is not stored. */
    async putOnce(record: OnceRecord): Promise<void> {
      const goneAt = { [identityExpiry]: Math.ceil(record.expiresAt / 1000) };
      const Item = { ...identityKey.once(record.hash), ...record, ...goneAt };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },

    /**
     * Deletes a code and returns its record. If several requests use the code at the same time, only one of
     * them gets the record. Undefined for an unknown code. The record may have expired.
     */
    async takeOnce(hash: string): Promise<OnceRecord | undefined> {
      const Key = identityKey.once(hash);
      const { Attributes } = await dynamo.send(
        new DeleteCommand({ TableName: table, Key, ReturnValues: 'ALL_OLD' }),
      );
      if (Attributes === undefined) return undefined;
      const { [identityExpiry]: _, ...record } = withoutKey<OnceRecord & { readonly goneAt: number }>(
        Attributes,
      );
      return record;
    },
  };
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
