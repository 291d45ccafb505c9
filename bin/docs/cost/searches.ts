import { coreMemoryMb } from '../../../lib/facts/memory.ts';
import { listPrices } from '../../../lib/facts/prices.ts';
import { dynamoQuotas } from '../../../lib/quotas.ts';
import { dollars, exactly } from '../../../lib/report/units.ts';
import type { Item, Table } from '../../../lib/repository/ports/table.ts';
import { wordsWrites } from '../../../lib/repository/records/runs/run-words.ts';
import { openRuns, type RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { bloomFilterOf } from '../../../lib/results/run-search/bloom-filter.ts';
import { searchLimits } from '../../../lib/results/run-search/limits.ts';
import { itemBytes } from '../scale/item-bytes.ts';

/** Computes the cost of a search for docs/cost.md, from an upload's items and a reply's limits. */

export const searchedRuns = 100_000;

/**
 * The milliseconds of CPU to read a document of 40 kB and to search a member in it. Measured on a busy
 * machine with `node bench/repository/many-runs.ts 2000`: a search that reads all 2,000 runs took 6 s, on
 * Node 24.21 and an AMD EPYC, 2026-11-23.
 */
const documentMs = 3;
/**
 * The milliseconds that a function waits for an object or for a megabyte of rows. It reads 32 objects at
 * a time.
 */
const waitMs = 40;
const megabyteUnits = 2 ** 20 / dynamoQuotas.readUnitBytes;

/**
 * Kinds of searches, with the share of documents that each reads after it has checked their Bloom
 * filters.
 */
const searches = [
  { search: 'no run matches', share: 0.01 },
  { search: 'one run in a hundred matches', share: 0.02 },
  { search: 'all runs have the names of the search: `@.p99 > 100`', share: 1 },
] as const;

export async function searchRows(): Promise<readonly (readonly string[])[]> {
  const { documentBytes, units } = await sampleRun();
  return searches.map(({ search, share }) => {
    const objects = Math.ceil(searchedRuns * share);
    const replies = Math.max(
      Math.ceil(searchedRuns / searchLimits.searchRuns),
      Math.ceil((objects * documentBytes) / searchLimits.searchBytes),
    );
    const readUnits = Math.ceil(searchedRuns * units);
    const waits = replies + readUnits / megabyteUnits + objects / searchLimits.searchPageRuns;
    const seconds = (waits * waitMs + objects * documentMs) / 1e3;
    const price =
      replies * (listPrices.invocationDollars + listPrices.apiRequestDollars) +
      readUnits * listPrices.tableReadDollars +
      objects * listPrices.objectReadDollars +
      seconds * (coreMemoryMb / 1024) * listPrices.gbSecondDollars;
    return [search, exactly(objects), exactly(replies), exactly(readUnits), exactly(seconds), dollars(price)];
  });
}

/** The read units of a run's row in its list and of its Bloom filter, after an upload of 40 kB. */
async function sampleRun(): Promise<{ readonly documentBytes: number; readonly units: number }> {
  const rows = Array.from({ length: 330 }, (_, id) => ({
    id,
    name: `request-${id % 7}`,
    value: (id * 37) % 1000,
    tags: ['a', 'b'],
    percentiles: { p50: id / 3, p90: id / 2, p99: id, p999: id * 2.5 },
  }));
  const document = { info: { branch: 'main', build: 4711 }, results: rows };
  const documentBytes = JSON.stringify(document).length;
  const start = 1_767_225_600_000;
  const run: RunRow = {
    id: 4711,
    testId: 7,
    start,
    stop: start + 600_000,
    owner: 'dev-team',
    access: 'PUBLIC',
    description: 'build 4711 of the main branch',
    trashed: false,
    sizeBytes: documentBytes,
    uploadedAt: start + 700_000,
    schemas: [],
    datasets: [4711],
  };
  const written: Item[] = [];
  const never = (): never => {
    throw new Error('an upload does not read lists of runs');
  };
  const table: Table = {
    get: never,
    getMany: never,
    page: never,
    newIds: never,
    async write(writes) {
      for (const write of writes) if ('put' in write) written.push(write.put);
      return [];
    },
  };
  await openRuns(table).insert(run, wordsWrites(run, bloomFilterOf(document)));
  const listed = written.filter(({ pk }) => pk === 'runs' || pk === 'run-words');
  const bytes = listed.reduce((sum, item) => sum + itemBytes(item), 0);
  return { documentBytes, units: bytes / dynamoQuotas.readUnitBytes };
}
