import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Live } from '../driver/driving/live.ts';
import { burstDays } from '../facts.ts';
import { get, holds, putNew, query } from './items.ts';
import { burstKey } from './names.ts';

export type DriveReport = 'ready' | 'finished' | 'terminated';

/** Which drive: one shard of one phase in one segment. */
export type DriveKey = { readonly phase: number; readonly shard: number; readonly segment: number };

/**
 * The memory of a burst's drives: the holder of each lease, the number that are done, the last report of each. Every drive has
 * items of its own and a phase has one atomic counter, so a thousand drives never wait for each other.
 */
export function openDrives(dynamo: DynamoDBDocumentClient, table: string, clock: () => number) {
  const expiresAt = (): number => expiryOf(clock());

  const add = async (burst: string, phase: number, what: DriveReport): Promise<number> => {
    const reply = await dynamo.send(
      new UpdateCommand({
        TableName: table,
        Key: burstKey.count(burst, phase),
        UpdateExpression: 'ADD #what :one SET expiresAt = :expiresAt',
        ExpressionAttributeNames: { '#what': what },
        ExpressionAttributeValues: { ':one': 1, ':expiresAt': expiresAt() },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(reply.Attributes?.[what]);
  };

  return {
    /** True for the first who asks; everybody else must not send anything. */
    async lease(burst: string, { phase, shard, segment }: DriveKey, lease: string): Promise<boolean> {
      const key = burstKey.lease(burst, phase, shard, segment);
      if (await putNew(dynamo, table, { ...key, lease, leasedAt: clock(), expiresAt: expiresAt() }))
        return true;
      // The client repeats a put whose answer got lost, and then finds its own.
      return (await get<{ lease: string }>(dynamo, table, key))?.lease === lease;
    },

    /** The leases that were taken for a phase, by `shard/segment`. */
    async leases(burst: string, phase: number): Promise<ReadonlyMap<string, string>> {
      const prefix = burstKey.lease(burst, phase, 0, 0).sk.split('#').slice(0, 2).join('#');
      const items = await query<{ lease: string }>(dynamo, table, burst, `${prefix}#`);
      return new Map(
        items.map(({ sk, lease }) => {
          const { shard, segment } = driveOf(sk);
          return [`${shard}/${segment}`, lease];
        }),
      );
    },

    /**
     * Counts a drive as ready, finished or terminated, once per lease.
     * @returns how many of the phase are by now; undefined when this one was counted before.
     */
    async count(
      burst: string,
      { phase, shard, segment }: DriveKey,
      lease: string,
      what: DriveReport,
    ): Promise<number | undefined> {
      const own = burstKey.lease(burst, phase, shard, segment);
      if (!(await markLease(dynamo, table, own, lease, what))) return undefined;
      return add(burst, phase, what);
    },

    /**
     * Counts a drive that is gone as ready, so that nobody waits for it, unless it was counted before. A late invocation
     * of this drive does not get the lease any more.
     */
    async abandon(burst: string, { phase, shard, segment }: DriveKey): Promise<number | undefined> {
      const Key = burstKey.lease(burst, phase, shard, segment);
      const mark = new UpdateCommand({
        TableName: table,
        Key,
        UpdateExpression: 'SET ready = :true, expiresAt = :expiresAt',
        ConditionExpression: 'attribute_not_exists(ready)',
        ExpressionAttributeValues: { ':true': true, ':expiresAt': expiresAt() },
      });
      return (await holds(dynamo.send(mark))) ? add(burst, phase, 'ready') : undefined;
    },

    /** Replaces the drive's report of a second ago. */
    async putLive(burst: string, { phase, shard, segment }: DriveKey, live: Live): Promise<void> {
      const Item = { ...burstKey.live(burst, phase, shard, segment), live, expiresAt: expiresAt() };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },

    /** The last report of every drive, or of those of one phase. */
    async lives(burst: string, phase?: number): Promise<readonly (DriveKey & { readonly live: Live })[]> {
      const items = await query<{ live: Live }>(dynamo, table, burst, burstKey.lives(phase));
      return items.map(({ sk, live }) => ({ ...driveOf(sk), live }));
    },
  };
}

/** The drive that the sort key of its lease or live item names. */
function driveOf(sk: string): DriveKey {
  const [, phase, shard, segment] = sk.split('#');
  return { phase: Number(phase), shard: Number(shard), segment: Number(segment) };
}

/** Epoch seconds after which an item counts as gone. */
export const expiryOf = (now: number): number => Math.ceil(now / 1e3) + burstDays * 86_400;

/** Notes on a lease that its drive has been counted; false when it was or when the lease is another's. */
const markLease = (
  dynamo: DynamoDBDocumentClient,
  table: string,
  Key: { readonly pk: string; readonly sk: string },
  lease: string,
  what: string,
): Promise<boolean> =>
  holds(
    dynamo.send(
      new UpdateCommand({
        TableName: table,
        Key,
        UpdateExpression: 'SET #what = :true',
        ConditionExpression: 'lease = :lease AND attribute_not_exists(#what)',
        ExpressionAttributeNames: { '#what': what },
        ExpressionAttributeValues: { ':true': true, ':lease': lease },
      }),
    ),
  );
