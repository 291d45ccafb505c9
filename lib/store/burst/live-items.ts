import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Live } from '../../driver/progress/live.ts';
import type { LiveEvidence } from '../../driver/progress/live-evidence.ts';
import type { Recent } from '../../driver/progress/recent.ts';
import { burstKey, partsOf } from '../../names/burst-keys.ts';
import type { DriveKey } from '../drives.ts';
import { get, packedAside, query, unpacked } from '../item-operations.ts';

/**
 * The store of the last report of each drive, in compressed form. A report takes one write unit each second,
 * and is faster to read than separate attributes.
 */
export function openLives(dynamo: DynamoDBDocumentClient, table: string, expiresAt: () => number) {
  return {
    /** Stores the report of a drive in place of its previous report. */
    async putLive(burst: string, { phase, shard, segment }: DriveKey, live: Live): Promise<void> {
      const { early, ...report } = live;
      const Item = {
        ...burstKey.live(burst, phase, shard, segment),
        live: await packedAside(report),
        ...(early === undefined ? {} : { early: await packedAside(early) }),
        expiresAt: expiresAt(),
      };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },

    /** Stores the counts of the last seconds of a drive, and replaces those stored before. */
    async putRecent(burst: string, { phase, shard, segment }: DriveKey, recent: Recent): Promise<void> {
      const Item = {
        ...burstKey.recent(burst, phase, shard, segment),
        recent: await packedAside(recent),
        expiresAt: expiresAt(),
      };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },

    /**
     * Reads the counts of the last seconds of the drives of one phase, from a segment on. The result may be a
     * moment old.
     */
    async recents(
      burst: string,
      { phase, shards, from = 0 }: Pick<LivesOf, 'phase' | 'shards' | 'from'>,
    ): Promise<readonly (DriveKey & { readonly recent: Recent })[]> {
      const range = { from: burstKey.recentsOf(phase, from), to: `${burstKey.recentsOf(phase)}~` };
      const parts = await Promise.all(
        partsOf(phase, shards).map((part) =>
          query<RecentItem>(dynamo, table, burstKey.lives(burst, part).pk, range, { consistent: false }),
        ),
      );
      return parts.flat().map(({ sk, recent }) => ({
        ...driveOf(sk.slice(sk.indexOf('#') + 1)),
        recent: unpacked<Recent>(recent),
      }));
    },

    /** Reads the last report of a drive. Undefined when the drive never reported. */
    async lastLive(burst: string, { phase, shard, segment }: DriveKey): Promise<Live | undefined> {
      const item = await get<LiveItem>(dynamo, table, burstKey.live(burst, phase, shard, segment));
      return item && liveOf(item);
    },

    /**
     * Reads the last reports of the drives of one phase, from a segment on. The result may be a moment old.
     * `early`: includes the reports about limits that are judged during the load.
     */
    async lives(
      burst: string,
      { phase, shards, from = 0, early = false, turn = { of: 1, at: 0 } }: LivesOf,
    ): Promise<readonly (DriveKey & { readonly live: Live })[]> {
      const range = { from: burstKey.livesOf(phase, from), to: `${burstKey.livesOf(phase)}~` };
      const selected = partsOf(phase, shards).filter((_, index) => index % turn.of === turn.at);
      const parts = await Promise.all(
        selected.map((part) =>
          query<LiveItem>(dynamo, table, burstKey.lives(burst, part).pk, range, {
            consistent: false,
            only: early ? ['sk', 'live', 'early'] : ['sk', 'live'],
          }),
        ),
      );
      return parts.flat().map((item) => ({ ...driveOf(item.sk), live: liveOf(item) }));
    },
  };
}

export type LivesOf = {
  readonly phase: number;
  /** The number of shards of the phase. */
  readonly shards: number;
  /** The number of the first segment to read. */
  readonly from?: number;
  readonly early?: boolean;
  /**
   * Reads only a share of the partitions: the share with the number `at`, counted from 0, of `of` equal
   * shares.
   */
  readonly turn?: { readonly of: number; readonly at: number };
};

type RecentItem = { readonly recent: Uint8Array };
type LiveItem = { readonly live: Uint8Array; readonly early?: Uint8Array };

function liveOf({ live, early }: LiveItem): Live {
  const report = unpacked<Live>(live);
  return early === undefined ? report : { ...report, early: unpacked<LiveEvidence>(early) };
}

/** The drive that the sort key of a report names. */
function driveOf(sk: string): DriveKey {
  const [phase, segment, shard] = sk.split('#');
  return { phase: Number(phase), shard: Number(shard), segment: Number(segment) };
}
