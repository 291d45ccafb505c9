import { listPrices } from '../facts/prices.ts';
import { dynamoQuotas, lambdaQuotas } from '../quotas.ts';

/**
 * Write units a second that the table of bursts must serve from its first burst on, for a deployment with
 * this many shards. Undefined: a new table suffices. A table scales with its load, but only after the first
 * burst was throttled. A partition serves its reads as well, so these need no number.
 */
export function warmWrites(shardsMax: number): number | undefined {
  if (shardsMax <= lambdaQuotas.concurrency) return undefined;
  const { writeUnitsPerSec } = dynamoQuotas.partition;
  const units = Math.ceil((shardsMax * writesShard) / writeUnitsPerSec) * writeUnitsPerSec;
  return Math.min(units, dynamoQuotas.tableUnitsPerSec);
}

/**
 * A shard writes up to three units in its busiest second (its report, its lease, its readiness). The rest is
 * a margin for an uneven distribution of keys. `bench/burst-simulation` has the result.
 */
const writesShard = 8;

/** The shards that the option `ceilings` allows. 0: the option has no number, and a new table suffices. */
export const shardsMaxIn = (ceilings: string | undefined): number =>
  Number(/(?:^|,)\s*shardsMax\s*=\s*(\d+)/.exec(ceilings ?? '')?.[1] ?? 0);

/**
 * The write units to declare. A table never serves less than once declared: DynamoDB refuses a lower number.
 * @param before units of the last deployment. Absent: it declared none.
 */
export function risingWrites(shardsMax: number, before: number | undefined): number | undefined {
  const units = Math.max(warmWrites(shardsMax) ?? 0, before ?? 0);
  return units === 0 ? undefined : units;
}

/** AWS charges this once, for the capacity above that of a new table. */
export const warmDollars = (writes: number): number =>
  (writes - dynamoQuotas.coldTable.writeUnitsPerSec) * listPrices.warmWriteDollars;
