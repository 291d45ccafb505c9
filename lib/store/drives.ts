import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Counted } from '../driver/conducting/state.ts';
import { burstDays } from '../facts.ts';
import { burstKey, partOf, partsOf, shardsIn } from '../names/bursts.ts';
import { get, putNew, query } from './items.ts';

export type DriveReport = 'ready' | 'finished' | 'terminated';

/** Which drive: one shard of one phase in one segment. */
export type DriveKey = { readonly phase: number; readonly shard: number; readonly segment: number };

/** How many drives a phase has: shards x segments. */
export type DriveNumbers = { readonly shards: number; readonly segments: number };

/**
 * The memory of a burst's drives: the holder of each lease, and which of them are done. The shards of a phase are
 * spread over partitions, and each partition knows which of its own are done; who completes one tells the phase. They are
 * sets of shards and not numbers, so that a report may come twice.
 */
export function openDrives(dynamo: DynamoDBDocumentClient, table: string, clock: () => number) {
  const expiresAt = (): number => expiryOf(clock());

  /** Adds a member to sets; answers how many each has then. */
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
   * Counts a drive as ready (in the first segment), finished (in the last) or terminated (in any), or as several at once.
   * @returns those of them which all of the phase are with it.
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

    /** True for the first who asks; everybody else must not send anything. */
    async lease(burst: string, { phase, shard, segment }: DriveKey, lease: string): Promise<boolean> {
      const key = burstKey.lease(burst, phase, shard, segment);
      if (await putNew(dynamo, table, { ...key, lease, leasedAt: clock(), expiresAt: expiresAt() }))
        return true;
      // The client repeats a put whose answer got lost, and then finds its own.
      return (await get<{ lease: string }>(dynamo, table, key))?.lease === lease;
    },

    /** The lease that was taken for a drive; undefined: nobody ever did. */
    async leaseOf(burst: string, { phase, shard, segment }: DriveKey): Promise<string | undefined> {
      const item = await get<{ lease?: string }>(dynamo, table, burstKey.lease(burst, phase, shard, segment));
      return item?.lease;
    },

    /**
     * Counts a drive that is gone, also as ready, so that nobody waits for it. A late invocation of this drive does not get
     * the lease any more.
     * @returns true when all of the phase are ready with it.
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
            ...{ ':shard': new Set([drive.shard]), ':expiresAt': expiresAt(), ':why': why },
          },
        }),
      );
      return (await count(burst, drive, ['ready'], numbers)).length > 0;
    },

    /** How many drives of a phase have taken their lease, and have neither terminated nor been given up. */
    async atWork(burst: string, phase: number, shards: number): Promise<number> {
      const parts = await Promise.all(
        partsOf(phase, shards).map((part) =>
          query<PartItem>(dynamo, table, burstKey.drives(burst, phase, part).pk),
        ),
      );
      return parts.reduce((sum, items) => sum + atWorkOf(items), 0);
    },

    /** How many drives of the first segment of a phase are ready and there, and how many are gone. */
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

/** A lease, or the sets of shards of one segment. */
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

/** Epoch seconds after which an item counts as gone. */
export const expiryOf = (now: number): number => Math.ceil(now / 1e3) + burstDays * 86_400;
