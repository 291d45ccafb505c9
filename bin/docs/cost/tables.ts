import { billOf, totalOf } from '../../../lib/driver/cost/bill.ts';
import { usageOf } from '../../../lib/driver/cost/usage.ts';
import type { Tasks } from '../../../lib/driver/model/plan.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import { groupsFor } from '../../../lib/driver/planning/sharding/merge-groups.ts';
import { usualTaskCores } from '../../../lib/facts/fargate.ts';
import { coreMemoryMb } from '../../../lib/facts/memory.ts';
import { listPrices, serverPrices } from '../../../lib/facts/prices.ts';
import { dollars, exactly, roughly } from '../../../lib/report/units.ts';

/** The tables of docs/cost.md. */

type Run = { readonly shards: number; readonly minutes: number; readonly requestsPerSec: number };

export const exampleRuns: readonly Run[] = [
  { shards: 1, minutes: 1, requestsPerSec: 100 },
  { shards: 1, minutes: 60, requestsPerSec: 1_000 },
  { shards: 10, minutes: 10, requestsPerSec: 20_000 },
  { shards: 100, minutes: 60, requestsPerSec: 200_000 },
  { shards: 1_000, minutes: 10, requestsPerSec: 2_000_000 },
];

/**
 * Computes the bill of a run with one phase.
 * @param fargate the tasks that drive; absent when functions drive.
 */
function billOfRun({ shards, minutes, requestsPerSec }: Run, fargate?: Tasks) {
  const segments = fargate === undefined ? Math.ceil((minutes * 60_000) / planning.segmentMsMax) : 1;
  const drives = shards * segments;
  const usage = usageOf({
    phases: 1,
    drives,
    groups: groupsFor(drives),
    driveMs: shards * minutes * 60_000 + drives * planning.segmentOverheadMs,
    rounds: 1,
    requests: requestsPerSec * minutes * 60,
    bytesSent: 0,
    fargate,
  });
  return billOf(usage);
}

export function runRow(run: Run): readonly string[] {
  const bill = billOfRun(run);
  return [
    `${exactly(run.shards)} x ${run.minutes} min`,
    roughly(run.requestsPerSec * run.minutes * 60),
    ...[bill.drives, bill.functions, bill.stateMachine, bill.tables + bill.objects, bill.traffic].map(cents),
    cents(totalOf(bill)),
  ];
}

/** The rows that compare drives in functions and in tasks, without traffic, which costs the same. */
export function executorRows(): readonly (readonly string[])[] {
  return [0.5, 1, 5, 12, 60, 180, 720].map((minutes) => {
    const [lambda, fargate] = [
      partsOfShards(10, minutes),
      partsOfShards(10, minutes, { cores: usualTaskCores }),
    ];
    return [
      minutes < 60 ? `${minutes} min` : `${minutes / 60} h`,
      ...[lambda, fargate].map(cents),
      lambda < fargate ? 'Lambda' : 'Fargate',
      `${(lambda / fargate).toFixed(2)}`,
    ];
  });
}

/** The shortest phase, in whole seconds, that costs no more with tasks than with functions. */
export function cheaperFromS(): number {
  const tasks = { cores: usualTaskCores };
  let seconds = 1;
  while (partsOfShards(10, seconds / 60) < partsOfShards(10, seconds / 60, tasks)) seconds += 1;
  return seconds;
}

function partsOfShards(shards: number, minutes: number, fargate?: Tasks): number {
  const { traffic: _, ...bill } = billOfRun({ shards, minutes, requestsPerSec: 0 }, fargate);
  return Object.values(bill).reduce((sum, part) => sum + part, 0);
}

/** The traffic through a NAT gateway, in GB, that costs as much as a task saves in an hour of one shard. */
export const natGbOfSavings = (): number =>
  (partsOfShards(1, 60) - partsOfShards(1, 60, { cores: usualTaskCores })) / listPrices.natGbDollars;

const cents = (amount: number): string => (amount < 0.01 ? '< $0.01' : dollars(amount));

export const billion = 1e9;

/** The rows about the cost of an hour of load, without traffic, which any generator pays. */
export function billionRows(): readonly (readonly string[])[] {
  return [100, 500, 1_000, 2_000, planning.requestsPerSecShard].map((perShard) => {
    const shards = Math.ceil(billion / 3600 / perShard);
    const { traffic: _, ...bill } = billOfRun({ shards, minutes: 60, requestsPerSec: billion / 3600 });
    const generators = Math.ceil(shards / serverPrices.generatorCores);
    const downpour = Object.values(bill).reduce((sum, part) => sum + part, 0);
    const hour = generators * serverPrices.generatorHourDollars;
    const month = hour * hoursMonth;
    const runs = Math.floor(month / downpour) + 1;
    return [
      exactly(perShard),
      exactly(shards),
      ...[downpour, hour, month].map(dollars),
      runs === 1 ? 'any' : `${exactly(runs)}`,
    ];
  });
}

export const hoursMonth = 730;

/**
 * The milliseconds of CPU that answers of a warm function take: for a filter on a column,
 * `$.results[?(@.value > 990)].name`, and for a search through the whole run, `$..p99`. Measured with
 * `node bench/query.ts --sizes 0.1,1,10 --skip-peers --rounds 1` on Node 24.21 and an AMD EPYC, 2026-11-22.
 */
const measuredQueries = [
  { megabytes: 0.1, filterMs: 1.3, searchMs: 5.1 },
  { megabytes: 1, filterMs: 2.4, searchMs: 26 },
  { megabytes: 10, filterMs: 4.8, searchMs: 67 },
] as const;

/**
 * The milliseconds that a function waits for its stores during a query: for the API key, the row of the run
 * and two parts of the run. AWS charges for this time.
 */
export const storesMs = 40;

/** The price of one query without the compute time. */
const queryDollars =
  listPrices.invocationDollars +
  listPrices.apiRequestDollars +
  // Two reads of objects: the end of the index, and the part with the values.
  2 * listPrices.objectReadDollars +
  // Reads of the API key and of the run's row, and a write of the last use of the key.
  2 * listPrices.tableReadDollars +
  listPrices.tableWriteDollars +
  (1.3 / 1024 / 1024) * listPrices.logGbDollars +
  (1 / 1024 / 1024) * listPrices.egressGbDollars;

const millionQueriesDollars = (cpuMs: number): number =>
  1e6 * (queryDollars + ((cpuMs + storesMs) / 1e3) * (coreMemoryMb / 1024) * listPrices.gbSecondDollars);

export const queryRows = (): readonly (readonly string[])[] =>
  measuredQueries.map(({ megabytes, filterMs, searchMs }) => {
    const millions = serverPrices.repositoryMonthDollars / millionQueriesDollars(filterMs);
    return [
      `${megabytes} MB`,
      `${filterMs} ms`,
      dollars(millionQueriesDollars(filterMs)),
      `${searchMs} ms`,
      dollars(millionQueriesDollars(searchMs)),
      `${millions.toFixed(0)} million`,
    ];
  });
