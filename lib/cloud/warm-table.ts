import { listPrices } from '../facts.ts';
import { dynamoQuotas, lambdaQuotas } from '../quotas.ts';

/**
 * Write units a second that the table of bursts is to serve from its first burst on, for a deployment that allows so many
 * shards; undefined: what a new table serves is enough. A table grows by itself with its load, but only after the first
 * burst has been throttled. A partition serves its reads as well, so these need no number.
 */
export function warmWrites(shardsMax: number): number | undefined {
  if (shardsMax <= lambdaQuotas.concurrency) return undefined;
  const { writeUnitsPerSec } = dynamoQuotas.partition;
  const units = Math.ceil((shardsMax * writesShard) / writeUnitsPerSec) * writeUnitsPerSec;
  return Math.min(units, dynamoQuotas.tableUnitsPerSec);
}

/**
 * A shard writes up to three units in the fullest second (its report, its lease, that it is ready); the rest is for keys that
 * fall on one partition more often than on others. `bench/burst-simulation` has what that makes of it.
 */
const writesShard = 8;

/** The shards that the option `ceilings` allows; 0: it does not say, and then no more than a new table serves. */
export const shardsMaxIn = (ceilings: string | undefined): number =>
  Number(/(?:^|,)\s*shardsMax\s*=\s*(\d+)/.exec(ceilings ?? '')?.[1] ?? 0);

/** What AWS charges once for it, for what is above a new table. */
export const warmDollars = (writes: number): number =>
  (writes - dynamoQuotas.coldTable.writeUnitsPerSec) * listPrices.warmWriteDollars;
