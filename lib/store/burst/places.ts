import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { burstKey } from '../../names/bursts.ts';
import { get, holds } from '../items.ts';

/** What is known of a burst, epoch milliseconds. */
type Known = { readonly createdAt: number; readonly endedAt?: number; readonly isStarted?: boolean };

/** A burst that took a place, epoch milliseconds. */
type Taken = { readonly burst: string; readonly at: number };

/** A burst whose start was lost half-way takes its place for so long. */
const startMs = 60_000;

/**
 * Places of bursts that one API key may have at once. A place is free when its burst has ended, so nobody has to give it
 * back; of two that take the last one at the same moment one gets it.
 */
export function openPlaces(
  dynamo: DynamoDBDocumentClient,
  table: string,
  clock: () => number,
  expiresAt: () => number,
) {
  const read = async (key: number) => {
    const item = await get<{ version: number; taken: readonly Taken[] }>(dynamo, table, burstKey.places(key));
    const { version = 0, taken = [] } = item ?? {};
    const records = await Promise.all(
      taken.map(({ burst }) => get<Known>(dynamo, table, burstKey.burst(burst))),
    );
    return { version, taken: taken.filter((each, n) => isTaken(each, records[n], clock() - startMs)) };
  };
  return {
    /** The bursts that the key has at work. */
    async busyPlaces(key: number): Promise<readonly string[]> {
      return (await read(key)).taken.map(({ burst }) => burst);
    },

    /** False when so many are taken. */
    async takePlace(key: number, burst: string, most: number): Promise<boolean> {
      for (;;) {
        const { version, taken } = await read(key);
        if (taken.some((each) => each.burst === burst)) return true;
        if (taken.length >= most) return false;
        const put = new PutCommand({
          TableName: table,
          Item: {
            ...burstKey.places(key),
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
