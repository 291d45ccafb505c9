import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { DownpourError } from '../../../lib/errors.ts';
import { environment } from '../../../lib/names/environment.ts';
import { type StoreRunContext, storeRun } from '../../../lib/repository/pipeline/store/store-run.ts';
import { batchingTable } from '../../../lib/repository/ports/batching-table.ts';
import type { RunStore } from '../../../lib/repository/ports/run-store.ts';
import type { Table } from '../../../lib/repository/ports/table.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { openRepository, type Repository } from '../../../lib/repository/repository.ts';
import type { IndexedRun } from '../../../lib/results/upload/upload.ts';
import { openTable } from '../../../lib/store/dynamo-table.ts';
import { type Endpoints, openEndpoints } from '../../store/endpoints.ts';
import { openMemoryTable } from '../memory-table.ts';
import { openQueuedWork } from '../work/queue.ts';

/**
 * No upload exceeds the storage limit of a team, whatever happens concurrently. A stored run counts once, a
 * deletion subtracts once, and the count always equals the sum of the rows.
 */

let endpoints: Endpoints;
before(async () => {
  endpoints = await openEndpoints();
});
after(() => endpoints.close());

const [team, other] = ['dev-team', 'qa-team'];
const isFull = (error: unknown): boolean =>
  error instanceof DownpourError && error.code === 'TEAM_STORAGE_FULL';

for (const [name, open] of Object.entries<() => Table>({
  'in memory': openMemoryTable,
  'that batches': () => batchingTable(openMemoryTable(), setImmediate),
  'through the SDK': () =>
    openTable(endpoints.clients.dynamo, endpoints.environment[environment.repositoryTable] ?? ''),
}))
  suite(`with a table ${name}`, () => {
    const world = () => {
      const table = open();
      // Two repositories over one table, like two environments of functions that do not know each other.
      const open2 = [0, 1].map(() => openRepository(table, { teamBytesMax: 1000 }));
      const [one, two] = open2 as [Repository, Repository];
      return { one, two, table };
    };
    let ids = 0;
    const row = (owner: string, storedBytes: number): RunRow => {
      ids += 1;
      const described = { owner, access: 'PRIVATE', description: null, trashed: false } as const;
      return {
        id: ids,
        testId: 1,
        start: ids,
        stop: ids,
        sizeBytes: 1,
        uploadedAt: 1,
        storedBytes,
        ...described,
      };
    };
    const erase = ({ runs }: Repository, id: number) => runs.remove(id, 1, () => true);

    test('the bound holds for uploads and erasures that meet, and every repeat counts once', async () => {
      const { one, two } = world();
      const sides = [one, two];
      const rows = Array.from({ length: 24 }, () => row(team, 90));
      const stored: RunRow[] = [];
      const upload = async (run: RunRow, n: number): Promise<void> => {
        const insert = (side: Repository | undefined) => (side ?? one).runs.insert(run);
        // Every third upload is repeated while its first attempt is in progress.
        const tries = n % 3 === 0 ? [insert(sides[0]), insert(sides[1])] : [insert(sides[n % 2])];
        const outcomes = await Promise.allSettled(tries);
        for (const outcome of outcomes) if (outcome.status === 'rejected') assert.ok(isFull(outcome.reason));
        const made = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value);
        assert.ok(made.length <= 1, 'a repeat makes no second run');
        if (made.length === 1) stored.push(run);
        if (outcomes.some((outcome) => outcome.status === 'fulfilled'))
          assert.ok(await one.runs.get(run.id), 'an upload that is not refused has stored its run');
        assert.ok((await one.storage.usedBytes(team)) <= 1000);
      };
      await Promise.all(rows.map(upload));
      assert.equal(stored.length, 11, 'exactly as many as there is room for');
      assert.equal(await one.storage.usedBytes(team), 990);

      const gone = stored.splice(0, 4);
      const more = Array.from({ length: 9 }, () => row(team, 90));
      await Promise.all([
        ...gone.flatMap(({ id }) => sides.map((side) => erase(side, id))),
        ...more.map(upload),
      ]);
      for (const { id } of gone) assert.equal(await erase(one, id), undefined);
      assert.equal(await one.storage.usedBytes(team), 90 * stored.length);
      await Promise.all(stored.map(({ id }) => erase(two, id)));
      assert.equal(await one.storage.usedBytes(team), 0);
    });

    test('the trash gives nothing back, and bytes go where a run goes', async () => {
      const { one } = world();
      const [mine, yours, large] = [row(team, 600), row(other, 300), row(other, 500)];
      for (const run of [mine, yours, large]) assert.ok(await one.runs.insert(run));
      await one.runs.change(mine.id, (run) => ({ ...run, trashed: true }));
      await assert.rejects(one.runs.insert(row(team, 401)), isFull);
      await one.runs.change(yours.id, (run) => ({ ...run, owner: team }));
      assert.deepEqual(await Promise.all([team, other].map(one.storage.usedBytes)), [900, 500]);
      const taken = one.runs.change(large.id, (run) => ({ ...run, owner: team }));
      await assert.rejects(taken, isFull, 'a run is not given to a team without room');
      assert.equal((await one.runs.get(large.id))?.owner, other);
      for (const { id } of [mine, yours, large]) await erase(one, id);
      assert.deepEqual(await Promise.all([team, other].map(one.storage.usedBytes)), [0, 0]);
    });
  });

suite('an upload', () => {
  const documents = new Map<number, Uint8Array>();
  const files = {
    put: async (id: number, body: Uint8Array) => documents.set(id, body).size > 0,
    putIndex: async () => {},
    putMetadata: async () => {},
  } as unknown as RunStore;
  const caller = { keyId: 1, user: 'ada', role: 'user' } as const;
  const draft = (bytes: number, test = 'shop'): IndexedRun => ({
    test,
    start: 1,
    stop: 2,
    owner: 'ada-team',
    access: 'PRIVATE',
    description: null,
    schemas: [],
    body: Buffer.alloc(bytes, ' '),
    metadata: Buffer.alloc(10),
  });
  const world = (teamBytesMax: number | undefined, table = openMemoryTable()) => {
    const repository = openRepository(table, { teamBytesMax });
    const { work } = openQueuedWork({}, table);
    const store = (run: IndexedRun, more: Partial<StoreRunContext> = {}) =>
      storeRun({ repository, runs: files, work }, run, { caller, now: 3, ...more });
    return { table, repository, store };
  };

  test('beyond the bound is refused before anything is stored, with the bound, the use and the next step', async () => {
    const { repository, store } = world(100);
    await store(draft(50));
    documents.clear();
    await assert.rejects(store(draft(31, 'new')), (error) => {
      assert.ok(error instanceof DownpourError);
      assert.deepEqual([error.code, error.status], ['TEAM_STORAGE_FULL', 507]);
      assert.match(
        error.message,
        /ada-team may store 100 bytes of runs and stores 60: .*no space for 41 more/,
      );
      assert.match(error.message, /DELETE \/api\/run\/\{id\}/);
      assert.deepEqual(error.details, { team: 'ada-team', usedBytes: 60, bytesMax: 100 });
      return true;
    });
    assert.deepEqual([documents.size, await repository.tests.byName('new')], [0, undefined]);
    await store(draft(30, 'new'));
    assert.equal(await repository.storage.usedBytes('ada-team'), 100);
  });

  test('that is repeated with its key answers with its run, also where no room is left', async () => {
    const { repository, store } = world(60);
    const { id } = await store(draft(50), { idempotencyKey: 'k' });
    assert.equal((await store(draft(50), { idempotencyKey: 'k' })).id, id);
    assert.equal(await repository.storage.usedBytes('ada-team'), 60);
  });

  test('of a burst is stored and counted, because its load was already sent', async () => {
    const { repository, store } = world(20);
    await store(draft(50), { judged: true });
    assert.equal(await repository.storage.usedBytes('ada-team'), 60);
    await assert.rejects(store(draft(1)), isFull);
  });

  test('counts before there is a bound, so that one is exact from its first moment', async () => {
    const { table, store } = world(undefined);
    await store(draft(50));
    await assert.rejects(world(100, table).store(draft(31)), isFull);
    await world(100, table).store(draft(30));
  });
});
