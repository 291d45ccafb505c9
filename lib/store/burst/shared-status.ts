import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Snapshot } from '../../driver/conducting/live-snapshot.ts';
import { burstKey } from '../../names/burst-keys.ts';
import { get, holds, packed, unpacked } from '../item-operations.ts';

/**
 * The store of one state of a burst that all of its watchers share. The watcher that gets the lease makes the
 * next state, and the others read the last one.
 */
export function openSnapshots(
  dynamo: DynamoDBDocumentClient,
  table: string,
  clock: () => number,
  expiresAt: () => number,
) {
  return {
    /**
     * Reads the last state of the burst that was stored for its watchers. It is a moment old at most.
     * Undefined before the first one.
     */
    async snapshot(burst: string): Promise<Snapshot | undefined> {
      const item = await get<Partial<Item>>(dynamo, table, burstKey.snapshot(burst), false);
      return item?.at === undefined || item.phases === undefined
        ? undefined
        : {
            at: item.at,
            ...(item.recentsAt === undefined ? {} : { recentsAt: item.recentsAt }),
            phases: unpacked<Snapshot['phases']>(item.phases),
          };
    },

    /**
     * Gives the caller the right to make the next snapshot (shared state of a burst) until `until`, in epoch
     * milliseconds. True for only one of the callers that have seen the same snapshot.
     */
    leaseSnapshot: (burst: string, seenAt: number | undefined, until: number): Promise<boolean> =>
      holds(
        dynamo.send(
          new UpdateCommand({
            TableName: table,
            Key: burstKey.snapshot(burst),
            UpdateExpression: 'SET leasedUntil = :until, expiresAt = :expiresAt',
            ConditionExpression: `(attribute_not_exists(leasedUntil) OR leasedUntil <= :now) AND ${
              seenAt === undefined ? 'attribute_not_exists(#at)' : '#at = :seen'
            }`,
            ExpressionAttributeNames: { '#at': 'at' },
            ExpressionAttributeValues: {
              ':until': until,
              ':now': clock(),
              ':expiresAt': expiresAt(),
              ...(seenAt === undefined ? {} : { ':seen': seenAt }),
            },
          }),
        ),
      ),

    /**
     * Stores a snapshot (shared state of a burst) and ends the lease. If another caller has the lease by
     * then, it returns false and changes nothing.
     */
    putSnapshot: (burst: string, { phases, ...when }: Snapshot, leasedUntil: number): Promise<boolean> =>
      holds(
        dynamo.send(
          new PutCommand({
            TableName: table,
            Item: { ...burstKey.snapshot(burst), ...when, phases: packed(phases), expiresAt: expiresAt() },
            ConditionExpression: 'leasedUntil = :until',
            ExpressionAttributeValues: { ':until': leasedUntil },
          }),
        ),
      ),
  };
}

type Item = { readonly at: number; readonly recentsAt?: number; readonly phases: Uint8Array };
