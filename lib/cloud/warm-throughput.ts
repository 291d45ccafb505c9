import { listPrices } from '../facts/prices.ts';
import { dynamoQuotas, lambdaQuotas } from '../quotas.ts';

/**
 * The write units per second that the table of bursts must serve from its first burst on, for a deployment
 * with this many shards. Undefined: a new table suffices. A table adapts to its load, but only after the
 * first burst was throttled. The capacity for reads is sufficient, so only writes have a number.
 */
export function warmWrites(shardsMax: number): number | undefined {
  if (shardsMax <= lambdaQuotas.concurrency) return undefined;
  const { writeUnitsPerSec } = dynamoQuotas.partition;
  const units = Math.ceil((shardsMax * writesShard) / writeUnitsPerSec) * writeUnitsPerSec;
  return Math.min(units, dynamoQuotas.tableUnitsPerSec);
}

/**
 * The write units per second for one shard. A shard writes up to three units in its busiest second (its
 * report, its lease, its readiness). The rest is a margin for an uneven distribution of keys.
 * `bench/burst-simulation` has the result.
 */
const writesShard = 8;

/**
 * The shards that the option `ceilings` allows. As for every ceiling, the last number counts. 0: the option
 * has no number, and a new table suffices.
 */
export const shardsMaxIn = (ceilings = ''): number =>
  Number([...ceilings.matchAll(/(?:^|,)\s*shardsMax\s*=\s*(\d+)/g)].at(-1)?.[1] ?? 0);

/**
 * The write units to declare for the table. DynamoDB refuses a number that is lower than an earlier one.
 * @param before units of the last deployment. Absent: that deployment declared none.
 */
export function risingWrites(shardsMax: number, before: number | undefined): number | undefined {
  const units = Math.max(warmWrites(shardsMax) ?? 0, before ?? 0);
  return units === 0 ? undefined : units;
}

/**
 * The one-time price of a table with this many write units. AWS charges for the capacity above that of a new
 * table.
 */
export const warmDollars = (writes: number): number =>
  (writes - dynamoQuotas.coldTable.writeUnitsPerSec) * listPrices.warmWriteDollars;
