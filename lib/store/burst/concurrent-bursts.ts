import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { burstKey } from '../../names/burst-keys.ts';
import { get, holds } from '../item-operations.ts';

/** The times of a burst in epoch milliseconds. A time is absent until it is known. */
type Known = { readonly createdAt: number; readonly endedAt?: number; readonly isStarted?: boolean };

/** A burst that occupies a slot, and the time in epoch milliseconds at which it took the slot. */
type Taken = { readonly burst: string; readonly at: number };

/** Milliseconds for which a burst occupies its slot when its start was interrupted. */
const startMs = 60_000;

/**
 * Limits the concurrent bursts of one API key by slots. A slot is free when its burst has ended, so no
 * function must release it. When two bursts take the last slot at the same moment, one of them gets it.
 */
export function openSlots(
  dynamo: DynamoDBDocumentClient,
  table: string,
  clock: () => number,
  expiresAt: () => number,
) {
  const read = async (key: number) => {
    const item = await get<{ version: number; taken: readonly Taken[] }>(dynamo, table, burstKey.slots(key));
    const { version = 0, taken = [] } = item ?? {};
    const records = await Promise.all(
      taken.map(({ burst }) => get<Known>(dynamo, table, burstKey.burst(burst))),
    );
    return { version, taken: taken.filter((each, n) => isTaken(each, records[n], clock() - startMs)) };
  };
  return {
    /** The running bursts of an API key. */
    async slotsInUse(key: number): Promise<readonly string[]> {
      return (await read(key)).taken.map(({ burst }) => burst);
    },

    /** Takes a slot for a burst. False when all slots are in use. */
    async acquireSlot(key: number, burst: string, most: number): Promise<boolean> {
      for (;;) {
        const { version, taken } = await read(key);
        if (taken.some((each) => each.burst === burst)) return true;
        if (taken.length >= most) return false;
        const put = new PutCommand({
          TableName: table,
          Item: {
            ...burstKey.slots(key),
            version: version + 1,
            taken: [...taken, { burst, at: clock() }],
            expiresAt: expiresAt(),
          },
          ConditionExpression: 'attribute_not_exists(pk) OR version = :version',
          ExpressionAttributeValues: { ':version': version },
        });
        if (await holds(dynamo.send(put))) return true;
      }
    },
  };
}

function isTaken({ at }: Taken, record: Known | undefined, since: number): boolean {
  if (record === undefined) return at > since;
  return record.endedAt === undefined && (record.isStarted === true || record.createdAt > since);
}
