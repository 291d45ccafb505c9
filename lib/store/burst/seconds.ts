import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { KeptSecond } from '../../driver/progress/seconds.ts';
import { burstKey } from '../../names/burst-keys.ts';
import { get, packed, query, unpacked } from '../item-operations.ts';

/**
 * The store of the counts of each second of a phase that a user watched. One item has the seconds of one
 * minute.
 */
export function openSeconds(dynamo: DynamoDBDocumentClient, table: string, expiresAt: () => number) {
  return {
    /** Reads the stored counts of the seconds in one minute, by time. Empty before the first write. */
    async minute(burst: string, phase: number, minute: number): Promise<readonly KeptSecond[]> {
      const item = await get<Item>(dynamo, table, burstKey.minute(burst, phase, minute));
      return item === undefined ? [] : secondsOf(item);
    },

    /** Replaces the stored counts of the seconds in one minute. */
    async putMinute(
      burst: string,
      phase: number,
      minute: number,
      seconds: readonly KeptSecond[],
    ): Promise<void> {
      const Item = {
        ...burstKey.minute(burst, phase, minute),
        seconds: packed(columnsOf(seconds)),
        expiresAt: expiresAt(),
      };
      await dynamo.send(new PutCommand({ TableName: table, Item }));
    },

    /**
     * Reads the counts of the seconds in consecutive minutes by time, both ends included. The result may be a
     * moment old.
     */
    async minutes(
      burst: string,
      phase: number,
      { from, to }: { readonly from: number; readonly to: number },
    ): Promise<readonly KeptSecond[]> {
      const range = {
        from: burstKey.minute(burst, phase, from).sk,
        to: burstKey.minute(burst, phase, to).sk,
      };
      const { pk } = burstKey.minutes(burst, phase);
      const items = await query<Item>(dynamo, table, pk, range, { consistent: false });
      return items.flatMap(secondsOf);
    },
  };
}

type Item = { readonly seconds: Uint8Array };

/**
 * The stored form of the counts of seconds: one list for each name. It takes half of the bytes of a list of
 * objects.
 */
type Columns = { readonly [Name in (typeof names)[number]]: readonly (number | null)[] };

const names = [
  'second',
  'requestsPerSec',
  'responsesPerSec',
  'failedPerSec',
  'errorsPerSec',
  'inFlight',
  'sessions',
  'usersDuePerSec',
  'usersStartedPerSec',
  'latencyP50Ns',
  'latencyP99Ns',
  'latenessP99Ns',
  'exact',
] as const;

const columnsOf = (seconds: readonly KeptSecond[]): Columns =>
  Object.fromEntries(
    names.map((name) => [name, seconds.map((each) => shortened(each[name]))]),
  ) as unknown as Columns;

/**
 * Rounds a value to a thousandth, because a report of many seconds with few requests has rates as low as
 * that.
 */
const shortened = (value: number | true | undefined): number | null =>
  value === undefined ? null : Math.round(Number(value) * 1_000) / 1_000;

function secondsOf({ seconds }: Item): readonly KeptSecond[] {
  const columns = unpacked<Columns>(seconds);
  return columns.second.map((_, index) => {
    const entries = names.flatMap((name) => {
      const value = columns[name][index];
      if (value === null || value === undefined) return [];
      return [[name, name === 'exact' ? true : value]];
    });
    return Object.fromEntries(entries) as unknown as KeptSecond;
  });
}
