import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Counted } from '../driver/conducting/state.ts';
import { burstDays } from '../facts/retention.ts';
import { burstKey, partOf, partsOf, shardsIn } from '../names/burst-keys.ts';
import { get, putNew, query } from './item-operations.ts';

export type DriveReport = 'ready' | 'finished' | 'terminated';

/** Identifies a drive: one shard of one phase in one segment. */
export type DriveKey = { readonly phase: number; readonly shard: number; readonly segment: number };

/** The numbers that a phase's number of drives depends on: shards x segments. */
export type DriveNumbers = { readonly shards: number; readonly segments: number };

/**
 * The store of the holder of each lease, and of the drives of a burst that are done. The shards of a phase
 * are spread over partitions, and each partition has the sets of its own finished shards. The drive that
 * completes a partition adds the partition to the sets of the phase. A repeated report adds the same shard to
 * the set again, so it counts only once.
 */
export function openDrives(dynamo: DynamoDBDocumentClient, table: string, clock: () => number) {
  const expiresAt = (): number => expiryOf(clock());

  /** Adds a member to sets of an item. Returns the new size of each set. */
  const add = async (
    Key: { pk: string; sk: string },
    sets: readonly DriveReport[],
    member: number | string,
  ): Promise<readonly number[]> => {
    const reply = await dynamo.send(
      new UpdateCommand({
        TableName: table,
        Key,
        UpdateExpression: `ADD ${sets.map((_, n) => `#s${n} :member`).join(', ')} SET expiresAt = :expiresAt`,
        ExpressionAttributeNames: Object.fromEntries(sets.map((set, n) => [`#s${n}`, set])),
        ExpressionAttributeValues: { ':member': new Set([member]), ':expiresAt': expiresAt() },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return sets.map((set) => sizeOf(reply.Attributes?.[set]));
  };

  /**
   * Counts a report of a drive: ready (in the first segment), finished (in the last) or terminated (in any).
   * @returns the kinds of report that all drives of the phase have now sent.
   */
  const count = async (
    burst: string,
    { phase, shard, segment }: DriveKey,
    whats: readonly DriveReport[],
    { shards, segments }: DriveNumbers,
  ): Promise<readonly DriveReport[]> => {
    const part = partOf(phase, shard);
    const own = await add(burstKey.partCount(burst, phase, part, segment), whats, shard);
    const most = shardsIn(phase, part, shards);
    const ofPart = whats.filter((_, n) => (own[n] ?? 0) >= most);
    if (ofPart.length === 0) return [];
    const all = await add(burstKey.phaseCount(burst, phase), ofPart, `${part}/${segment}`);
    const parts = partsOf(phase, shards).length;
    return ofPart.filter((what, n) => all[n] === parts * (what === 'terminated' ? segments : 1));
  };

  return {
    count,

    /** Takes the lease of a drive. True for the first caller. All other callers must not send anything. */
    async lease(burst: string, { phase, shard, segment }: DriveKey, lease: string): Promise<boolean> {
      const key = burstKey.lease(burst, phase, shard, segment);
      if (await putNew(dynamo, table, { ...key, lease, leasedAt: clock(), expiresAt: expiresAt() }))
        return true;
      // If the response to the put is lost, the client repeats the put. The put then fails, because the item
      // already has the lease of this client.
      return (await get<{ lease: string }>(dynamo, table, key))?.lease === lease;
    },

    /** Reads the lease of a drive. Undefined when no invocation has taken it. */
    async leaseOf(burst: string, { phase, shard, segment }: DriveKey): Promise<string | undefined> {
      const item = await get<{ lease?: string }>(dynamo, table, burstKey.lease(burst, phase, shard, segment));
      return item?.lease;
    },

    /**
     * Marks a drive as lost, and counts it as ready, so that other drives do not wait for it. An invocation
     * of this drive that comes late cannot take the lease.
     * @returns true when all drives of the phase are now ready.
     */
    async abandon(burst: string, drive: DriveKey, numbers: DriveNumbers, why: string): Promise<boolean> {
      const Key = burstKey.lease(burst, drive.phase, drive.shard, drive.segment);
      await dynamo.send(
        new UpdateCommand({
          TableName: table,
          Key,
          UpdateExpression: 'SET gone = :true, expiresAt = :expiresAt',
          ExpressionAttributeValues: { ':true': true, ':expiresAt': expiresAt() },
        }),
      );
      await dynamo.send(
        new UpdateCommand({
          TableName: table,
          Key: burstKey.partCount(burst, drive.phase, partOf(drive.phase, drive.shard), drive.segment),
          UpdateExpression: 'ADD gone :shard SET expiresAt = :expiresAt, why = if_not_exists(why, :why)',
          ExpressionAttributeValues: {
            ':shard': new Set([drive.shard]),
            ':expiresAt': expiresAt(),
            ':why': why,
          },
        }),
      );
      return (await count(burst, drive, ['ready'], numbers)).length > 0;
    },

    /**
     * Counts the running drives of a phase: those that have taken their lease, and have neither terminated
     * nor been marked as lost.
     */
    async atWork(burst: string, phase: number, shards: number): Promise<number> {
      const parts = await Promise.all(
        partsOf(phase, shards).map((part) =>
          query<PartItem>(dynamo, table, burstKey.drives(burst, phase, part).pk),
        ),
      );
      return parts.reduce((sum, items) => sum + atWorkOf(items), 0);
    },

    /** Counts the drives of the first segment of a phase that are ready, and those that are lost. */
    async counted(burst: string, phase: number, shards: number): Promise<Counted> {
      const parts = await Promise.all(
        partsOf(phase, shards).map((part) =>
          get<{ ready?: Set<number>; gone?: Set<number>; why?: string }>(
            dynamo,
            table,
            burstKey.partCount(burst, phase, part, 0),
          ),
        ),
      );
      const gone = new Set(parts.flatMap((part) => [...(part?.gone ?? [])]));
      const ready = parts.flatMap((part) => [...(part?.ready ?? [])]).filter((shard) => !gone.has(shard));
      const why = parts.find((part) => part?.why !== undefined)?.why;
      return { ready: ready.length, gone: gone.size, ...(why === undefined ? {} : { why }) };
    },
  };
}

/**
 * An item of a partition of a burst: the lease of a shard, or the set of the numbers of shards whose drive in
 * one segment has ended.
 */
type PartItem = {
  readonly sk: string;
  readonly lease?: string;
  readonly gone?: boolean;
  readonly terminated?: ReadonlySet<number>;
};

function atWorkOf(items: readonly PartItem[]): number {
  const terminated = new Set(
    items.flatMap(({ sk, terminated: shards = new Set<number>() }) =>
      [...shards].map((shard) => `${Number(sk.split('#')[1])}/${shard}`),
    ),
  );
  return items.filter(({ sk, lease, gone }) => {
    const [, segment, shard] = sk.split('#').map(Number);
    return lease !== undefined && gone !== true && !terminated.has(`${segment}/${shard}`);
  }).length;
}

const sizeOf = (set: unknown): number => (set instanceof Set ? set.size : 0);

/** The time in epoch seconds after which an item counts as expired. */
export const expiryOf = (now: number): number => Math.ceil(now / 1e3) + burstDays * 86_400;
