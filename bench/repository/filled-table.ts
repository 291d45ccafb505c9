import { repositoryKey } from '../../lib/names/repository-keys.ts';
import { bareDataset } from '../../lib/repository/pipeline/datasets/compose.ts';
import {
  type Fields,
  type Item,
  type Key,
  keyOf,
  type Table,
  type Write,
} from '../../lib/repository/ports/table.ts';
import { listWrites, rowWrite } from '../../lib/repository/records/datasets/datasets.ts';
import { wordsWrites } from '../../lib/repository/records/runs/run-words.ts';
import type { RunRow } from '../../lib/repository/records/runs/runs.ts';
import { testWrites } from '../../lib/repository/records/tests/tests.ts';
import { openRepository } from '../../lib/repository/repository.ts';
import { bloomFilterOf } from '../../lib/results/run-search/bloom-filter.ts';
import type { DirectWrites } from './direct-writes.ts';

export const tests = 1000;
/** The id of the test with a tenth of all runs. */
export const largeTest = 1;
export const uri = 'urn:bench:run';
const kinds = 500;

/** The documents of all runs, of about 40 kB. Runs of the same kind share a document. */
export const documents = Array.from({ length: kinds }, (_, kind) => {
  const rows = Array.from({ length: 330 }, (_, id) => ({
    id,
    name: `request-${id % 7}`,
    value: (id * 37 + kind) % 1000,
    tags: ['a', 'b'],
    percentiles: { p50: id / 3, p90: id / 2, p99: id, p999: id * 2.5 },
  }));
  const rare = kind === 7 ? { rare: true } : {};
  return { $schema: uri, info: { branch: `branch-${kind}`, build: kind }, ...rare, results: rows };
});

const bodies = documents.map((document) => new TextEncoder().encode(JSON.stringify(document)));
const words = documents.map(bloomFilterOf);

export const bodyOf = (id: number): Uint8Array => bodies[id % kinds] as Uint8Array;

/** Fills a table with the items that uploads of this many runs would write. */
export async function fill(writer: Pick<DirectWrites, 'put' | 'room'>, runs: number): Promise<void> {
  const { repository, flush } = filling(writer);
  for (let id = 1; id <= tests; id += 1)
    await repository.table.write(
      await testWrites(repository.table, { id, name: `test ${id}`, owner: 'bench-team', access: 'PUBLIC' }),
    );
  for (let id = 1; id <= runs; id += 1) {
    const run = rowOf(id);
    const bare = bareDataset(run, id);
    const values = {
      ...repositoryKey.values(run.testId, run.start, id, 0),
      dataset: id,
      values: valuesOf(id),
    };
    const beside: readonly Write[] = [
      ...wordsWrites(run, words[id % kinds]),
      rowWrite(bare),
      ...listWrites([bare], []),
      { put: values },
    ];
    await repository.runs.insert({ ...run, datasets: [id] }, beside);
    await writer.room();
  }
  await repository.table.write([{ put: { ...repositoryKey.counter('run'), last: runs } }]);
  flush();
}

/** The row of a run. One run in ten belongs to the large test. */
function rowOf(id: number): RunRow {
  const testId = id % 10 === 0 ? largeTest : 2 + ((id * 7919) % (tests - 1));
  // Runs are not uploaded in the order of their starts.
  const start = 1_767_225_600_000 + ((id * 7919) % 100_003) * 60_000;
  return {
    id,
    testId,
    start,
    stop: start + 600_000,
    owner: 'bench-team',
    access: 'PUBLIC',
    description: `build ${id} of the main branch`,
    trashed: false,
    sizeBytes: bodyOf(id).length,
    uploadedAt: start + 700_000,
    schemas: [{ uri, source: 0, type: 0, key: null }],
    outcome: {
      benchmark: 'checkout',
      state: 'passed',
      requests: 600_000,
      requestsPerSec: 1000,
      latencyNsP99: 4_560_000,
    },
  } as RunRow;
}

const valuesOf = (id: number) => ({ 1: String(id % 7), 2: `"branch-${id % 20}"`, 3: String(id / 3) });

/** A repository whose writes, including the counts, are combined and written many at a time. */
function filling(writer: Pick<DirectWrites, 'put'>) {
  const sums = new Map<string, Item>();
  const add = ({ pk, sk }: Key, numbers: Readonly<Record<string, number>> = {}, set: Fields = {}): void => {
    const item: Record<string, unknown> = { ...(sums.get(`${pk}\0${sk}`) ?? { pk, sk }), ...set };
    for (const [name, number] of Object.entries(numbers)) item[name] = Number(item[name] ?? 0) + number;
    sums.set(`${pk}\0${sk}`, item as Item);
  };
  const table: Table = {
    get: async ({ pk, sk }) => sums.get(`${pk}\0${sk}`),
    getMany: async (keys) => keys.map(() => undefined),
    page: async () => ({ items: [] }),
    newIds: async () => 1,
    async write(writes) {
      for (const write of writes)
        if ('put' in write) writer.put(write.put);
        else if ('update' in write) add(keyOf(write), write.add, write.set);
      return [];
    },
  };
  const flush = (): void => {
    for (const item of sums.values()) writer.put(item);
  };
  return { repository: openRepository(table), flush };
}
