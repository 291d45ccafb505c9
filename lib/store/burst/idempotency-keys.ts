import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { burstKey } from '../../names/burst-keys.ts';
import { get, holds } from '../item-operations.ts';

/** The burst that an idempotency key of a user started, and a digest of the request. */
export type BurstRequestClaim = { readonly burst: string; readonly digest: string };

/**
 * The store of requests to start a burst that have an idempotency key, so that a repeated request starts no
 * other burst.
 *
 * @param now epoch seconds.
 * @param expiresAt epoch seconds until which an idempotency key is kept. The table may delete it days later.
 */
export function openRequests(
  dynamo: DynamoDBDocumentClient,
  table: string,
  now: () => number,
  expiresAt: () => number,
) {
  const claimOf = async (user: string, key: string): Promise<BurstRequestClaim | undefined> => {
    const item = await get<BurstRequestClaim & { expiresAt: number }>(
      dynamo,
      table,
      burstKey.request(user, key),
    );
    if (item === undefined || item.expiresAt <= now()) return undefined;
    const { burst, digest } = item;
    return { burst, digest };
  };

  return {
    /**
     * Reads the burst that a request with this idempotency key has started, and the digest of that request.
     */
    claimOf,

    /**
     * Stores the burst that belongs to an idempotency key. If the key already has a burst, that burst is
     * returned.
     */
    async claim(user: string, key: string, claim: BurstRequestClaim): Promise<BurstRequestClaim> {
      const put = new PutCommand({
        TableName: table,
        Item: { ...burstKey.request(user, key), ...claim, expiresAt: expiresAt() },
        ConditionExpression: 'attribute_not_exists(pk) OR expiresAt <= :now',
        ExpressionAttributeValues: { ':now': now() },
      });
      if (await holds(dynamo.send(put))) return claim;
      const earlier = await claimOf(user, key);
      if (earlier === undefined)
        throw new Error(`a bug in Downpour: the idempotency key ${key} is in use, but has no burst`);
      return earlier;
    },

    /** Deletes an idempotency key whose burst could not be started. */
    async release(user: string, key: string, burst: string): Promise<void> {
      const free = new DeleteCommand({
        TableName: table,
        Key: burstKey.request(user, key),
        ConditionExpression: 'burst = :burst',
        ExpressionAttributeValues: { ':burst': burst },
      });
      await holds(dynamo.send(free));
    },
  };
}
