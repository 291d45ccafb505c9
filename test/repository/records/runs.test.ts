import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import type { Table } from '../../../lib/repository/ports/table.ts';
import type { DatasetSelection } from '../../../lib/repository/reading/visible-datasets.ts';
import { listWrites, rowWrite } from '../../../lib/repository/records/datasets/datasets.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { openRepository, type Repository } from '../../../lib/repository/repository.ts';
import { listLimits } from '../../../lib/repository/search/limits.ts';
import { type DatasetPage, listDatasets } from '../../../lib/repository/search/list-datasets.ts';
import { allRuns, listRuns, pageOf, type RunPage } from '../../../lib/repository/search/list-runs.ts';
import type { Access, Principal } from '../../../lib/results/access.ts';
import { cases } from '../../runner/cases.ts';
import { openMemoryTable } from '../memory-table.ts';
import { countItems, runRow } from '../run-row.ts';

/** Lists and totals of runs equal those that a filter of all runs would give, after any changes. */

const ada: Principal = { keyId: 1, user: 'ada', role: 'user', teams: { 'dev-team': ['viewer'] } };
const admin: Principal = { keyId: 2, user: 'root', role: 'admin' };
const nobody: Principal = { keyId: 0, user: '', role: 'user' };
const location = (uri: string) => ({ uri, source: 0, type: 0, key: null }) as const;
async function repositoryOf(...rows: readonly RunRow[]): Promise<Repository> {
  const repository = openRepository(openMemoryTable());
  for (const name of ['shop', 'bank'])
    await repository.tests.create({ name, owner: 'ada-team', access: 'PUBLIC' });
  for (const each of rows) assert.equal(await repository.runs.insert(each), true);
  return repository;
}
async function ids(repository: Repository, page: RunPage = {}, who = ada) {
  const { total, runs } = await listRuns(repository, who, page);
  return { total, ids: runs.map(({ id }) => id) };
}

test('a list is of what the caller may see, latest start first, without trashed runs (row 8)', async () => {
  const repository = await repositoryOf(
    runRow(1),
    runRow(2, { trashed: true }),
    runRow(3, { testId: 2 }),
    runRow(4, { owner: 'eve-team' }),
    runRow(5, { access: 'PUBLIC', owner: 'eve-team' }),
    runRow(6, { access: 'PROTECTED', owner: 'eve-team' }),
    runRow(7, { owner: 'dev-team' }),
  );
  assert.deepEqual(await ids(repository), { total: 5, ids: [7, 6, 5, 3, 1] });
  assert.deepEqual(await ids(repository, { trashed: true, direction: 'Ascending' }), {
    total: 6,
    ids: [1, 2, 3, 5, 6, 7],
  });
  assert.deepEqual(await ids(repository, { testId: 2 }), { total: 1, ids: [3] });
  assert.deepEqual(await ids(repository, { testId: 9 }), { total: 0, ids: [] });
  assert.deepEqual(await ids(repository, {}, admin), { total: 2, ids: [6, 5] });
  assert.deepEqual(await ids(repository, {}, nobody), { total: 1, ids: [5] });
});

test('runs are sorted by their duration, and by the number of their datasets', async () => {
  const repository = await repositoryOf(
    runRow(1, { start: 10, stop: 90, datasets: [1, 2] }),
    runRow(2, { start: 20, stop: 30 }),
    runRow(3, { start: 30, stop: 70, datasets: [3], trashed: true }),
    runRow(4, { start: 40, stop: 60, datasets: [4] }),
  );
  const sorted = async (sort: RunPage['sort']) => (await ids(repository, { sort, trashed: true })).ids;
  assert.deepEqual(await sorted('(stop - start)'), [1, 3, 4, 2]);
  // A run in the trash has no datasets.
  assert.deepEqual(await sorted('datasets'), [1, 4, 3, 2]);
});

test('rows without a value come last in both directions', async () => {
  const repository = await repositoryOf(
    runRow(1, { description: 'b' }),
    runRow(2),
    runRow(3, { description: 'a' }),
  );
  assert.deepEqual((await ids(repository, { sort: 'description', direction: 'Ascending' })).ids, [3, 1, 2]);
  assert.deepEqual((await ids(repository, { sort: 'description', direction: 'Descending' })).ids, [1, 3, 2]);
});

test('pages, counted from 1, together are the whole list in its order, and cost what they show (row 8)', async () => {
  const repository = await repositoryOf(...Array.from({ length: 250 }, (_, n) => runRow(n + 1)));
  const pages = await Promise.all([1, 2, 3].map((page) => ids(repository, { limit: 100, page })));
  assert.deepEqual(
    pages.flatMap((page) => page.ids),
    Array.from({ length: 250 }, (_, n) => 250 - n),
  );
  assert.ok(pages.every(({ total }) => total === 250));
  let read = 0;
  const counting = openRepository({
    ...repository.table,
    page: async (pk, range) => {
      const page = await repository.table.page(pk, range);
      read += page.items.length;
      return page;
    },
  });
  assert.deepEqual((await ids(counting, { limit: 2 })).ids, [250, 249]);
  assert.ok(read <= 3 + countItems, `${read} items for a page of 2`);
  read = 0;
  assert.deepEqual((await ids(counting, { limit: 3, page: 84 })).ids, [1]);
  assert.ok(read <= 2 + countItems, `${read} items for the last page`);
  read = 0;
  assert.deepEqual(
    (await ids(counting, { limit: 3, page: 83, direction: 'Ascending' })).ids,
    [247, 248, 249],
  );
  assert.ok(read <= 5 + countItems, `${read} items for the page before the last one`);
});

test('a page in the middle of a long list reads only short rows before it', async () => {
  const rows = Array.from({ length: 600 }, (_, n) =>
    runRow(n + 1, {
      schemas: [location('urn:a')],
      datasets: n % 3 === 0 ? [] : [3 * n, 3 * n + 1],
      ...(n % 5 === 0 && { owner: 'eve-team' }),
      ...(n % 7 === 0 && { trashed: true }),
    }),
  );
  const isSparse = (dataset: number): boolean => Math.floor(dataset / 3) % 25 < 2;
  const repository = await repositoryOf(...rows);
  for (const { id, datasets = [], testId, start, stop } of rows)
    await repository.table.write(
      datasets.flatMap((dataset, ordinal) => {
        const uris = ['urn:dense', ...(isSparse(dataset) ? ['urn:sparse'] : [])];
        const schemas = uris.map((uri, index) => ({ uri, index }));
        const row = { id: dataset, runId: id, ordinal, testId, start, stop, schemas, sizeBytes: 2 };
        return [rowWrite(row), ...listWrites([row], [])];
      }),
    );
  let read = 0;
  const counting = openRepository({
    ...repository.table,
    page: async (pk, range) => {
      const page = await repository.table.page(pk, range);
      if (range?.only === undefined) read += page.items.length;
      return page;
    },
  });
  for (const required of [{}, { uri: 'urn:a' }, { testId: 1 }])
    for (const direction of ['Ascending', 'Descending'] as const) {
      const all = await ids(repository, { ...required, direction });
      assert.equal(all.total, 412);
      for (const page of [14, 15, 21, 28, 40]) {
        read = 0;
        const some = await ids(counting, { ...required, direction, limit: 10, page });
        assert.deepEqual(some, { total: 412, ids: all.ids.slice(10 * page - 10, 10 * page) });
        assert.ok(read <= 100, `${read} items`);
      }
    }
  const listed = async (of: Repository, page: DatasetPage, from: DatasetSelection = { testId: 1 }) =>
    (await listDatasets(of, ada, from, page)).datasets.map(({ id }) => id);
  for (const direction of ['Ascending', 'Descending'] as const) {
    const all = await listed(repository, { direction });
    assert.equal(all.length, 550);
    assert.deepEqual(await listed(repository, { direction }, { uri: 'urn:dense' }), all);
    assert.deepEqual(await listed(repository, { direction }, { uri: 'urn:sparse' }), all.filter(isSparse));
    for (const page of [16, 17, 21, 28, 38, 39]) {
      read = 0;
      const some = await listed(counting, { direction, limit: 10, page });
      assert.deepEqual(some, all.slice(10 * page - 10, 10 * page));
      assert.ok(read <= 250, `${read} items`);
    }
  }
});

test('a list that is too long for one reply is refused before it is read, and a cursor reads it', async () => {
  const { table } = await repositoryOf(...Array.from({ length: 3 }, (_, n) => runRow(n + 1)));
  const add = {
    'active PUBLIC x': listLimits.listedItems,
    'datasets active PUBLIC x': listLimits.listedItems + 1,
  };
  for (const update of [repositoryKey.runTotals(1), repositoryKey.runCounts(1)])
    await table.write([{ update, add }]);
  const unread = openRepository({
    ...table,
    page: (pk, range) => {
      assert.equal(pk, repositoryKey.runTotals(0).pk, 'only the counts are read');
      return table.page(pk, range);
    },
  });
  for (const page of [{}, { limit: 0 }, { testId: 1 }, { sort: 'start', direction: 'Ascending' }] as const)
    await assert.rejects(ids(unread, page), {
      code: 'RESULT_TOO_LARGE',
      status: 413,
      message:
        'the reply would have 50003 runs, and the limit is 50000; send the parameter `limit`, or read page by page: send an empty parameter `cursor` first',
    });
  await assert.rejects(listDatasets(unread, ada, { testId: 1 }, {}), {
    code: 'RESULT_TOO_LARGE',
    message:
      'the reply would have 50001 datasets, and the limit is 50000; send the parameters `limit` and `page`',
  });
  const { next, ...first } = await listRuns(openRepository(table), ada, { cursor: '' });
  assert.deepEqual([first.runs.length, next], [3, undefined]);
});

test('any history of changes leaves lists and totals that agree with the rows', async () => {
  const access = fc.constantFrom<Access>('PUBLIC', 'PROTECTED', 'PRIVATE');
  const owner = fc.constantFrom('ada-team', 'eve-team', 'dev-team');
  const state = fc.record({
    access,
    owner,
    trashed: fc.boolean(),
    testId: fc.constantFrom(1, 2),
    start: fc.integer({ min: -5, max: 5 }),
    description: fc.option(fc.constantFrom('x', 'y')),
    schemas: fc.constantFrom(
      undefined,
      [location('urn:a')],
      [location('urn:a'), location('urn:b'), location('urn:a')],
    ),
  });
  const step = fc.record({ id: fc.integer({ min: 1, max: 6 }), state, remove: fc.boolean() });
  const page = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    sort: fc.constantFrom('start', 'id', 'description', 'testname', 'owner'),
    direction: fc.constantFrom('Ascending', 'Descending'),
    trashed: fc.boolean(),
    testId: fc.option(fc.constantFrom(1, 2), { nil: undefined }),
    uri: fc.option(fc.constantFrom('urn:a', 'urn:b', 'urn:c'), { nil: undefined }),
  });
  // The last reserved id: some ids may have no run. 0: no id was ever reserved.
  const given = fc.constantFrom(0, 6, 9, 200);
  // True for a repository from an earlier release, which has no counts of all tests.
  let isOlder = false;
  const laws = fc.asyncProperty(
    fc.array(step, { maxLength: 25 }),
    page,
    given,
    async (steps, required, ids) => {
      const repository = await repositoryOf();
      if (ids > 0) await repository.table.newIds('run', ids);
      isOlder = !isOlder;
      if (isOlder) await repository.table.write([{ delete: repositoryKey.runTotalsComplete() }]);
      const known = new Map<number, RunRow>();
      const gone = new Set<number>();
      for (const { id, state, remove } of steps) {
        const run = known.get(id);
        if (run === undefined) assert.equal(await repository.runs.insert(runRow(id, state)), !gone.has(id));
        else if (remove) assert.equal((await repository.runs.remove(id, 1, () => true))?.id, id);
        else await repository.runs.change(id, (before) => ({ ...before, ...state }));
        if (run !== undefined && remove) gone.add(id);
        if (gone.has(id)) known.delete(id);
        else known.set(id, runRow(id, state));
      }
      for (const who of [ada, admin, nobody]) {
        const all = await allRuns(repository, who, required);
        const expected = await pageOf(repository, who, all, required);
        assert.deepEqual(await listRuns(repository, who, required), expected);
        const rows = [...known.values()].filter(
          ({ trashed, testId, schemas = [] }) =>
            (required.trashed || !trashed) &&
            testId === (required.testId ?? testId) &&
            (required.uri === undefined || schemas.some(({ uri }) => uri === required.uri)),
        );
        const visible = rows.filter(({ access, owner }) =>
          access === 'PRIVATE' ? who === ada && owner !== 'eve-team' : access === 'PUBLIC' || who !== nobody,
        );
        assert.equal(expected.total, visible.length);
        assert.deepEqual(all.map(({ id }) => id).sort(), visible.map(({ id }) => id).sort());
      }
    },
  );
  await fc.assert(laws, { numRuns: cases(50, 200) });
});

test('the newest runs are found by their ids, and read no list', async () => {
  const repository = await repositoryOf(
    ...Array.from({ length: 3000 }, (_, n) => runRow(n + 1, { start: 5000 - n })),
  );
  await repository.table.newIds('run', 3000);
  for (let test = 3; test < 300; test += 1)
    await repository.runs.insert(runRow(3000 + test, { testId: test, trashed: true, start: 0 }));
  let read = 0;
  const counting = openRepository({
    ...repository.table,
    getMany: (keys) => {
      read += keys.length;
      return repository.table.getMany(keys);
    },
    page: async (pk, range) => {
      const page = await repository.table.page(pk, range);
      read += page.items.length;
      return page;
    },
  });
  const newest = { sort: 'id', direction: 'Descending', limit: 1 } as const;
  assert.deepEqual(await ids(counting, newest), { total: 3000, ids: [3000] });
  assert.deepEqual((await ids(counting, { ...newest, page: 3 })).ids, [2998]);
  assert.ok(read <= 10 + 2 * countItems, `${read} items for two pages of 1`);
  // For a caller who may see no runs, the list reads no run.
  read = 0;
  for (const page of [newest, { limit: 1 }])
    assert.deepEqual(await ids(counting, page, admin), { total: 0, ids: [] });
  // The page after the last run reads no run either.
  assert.deepEqual(await ids(counting, { limit: 1500, page: 3 }), { total: 3000, ids: [] });
  assert.ok(read <= 4 + 3 * countItems, `${read} items for nothing`);
  read = 0;
  const oldest = { ...newest, direction: 'Ascending', page: 2 } as const;
  assert.deepEqual((await ids(counting, oldest)).ids, [2]);
  assert.ok(read <= 4 + countItems, `${read} items for the oldest`);
});

test('a page by id may have runs whose ids are far apart', async () => {
  const repository = await repositoryOf(runRow(1), runRow(2), runRow(15_000));
  await repository.table.newIds('run', 30_000);
  const page = { sort: 'id', limit: 3 } as const;
  assert.deepEqual((await ids(repository, page)).ids, [15_000, 2, 1]);
  assert.deepEqual((await ids(repository, { ...page, direction: 'Ascending' })).ids, [1, 2, 15_000]);
});

test('runs that name a schema are counted, and read no further than their page', async () => {
  const schemas = [location('urn:a')];
  const rows = Array.from({ length: 300 }, (_, n) => runRow(n + 1, { schemas }));
  const { table } = await repositoryOf(...rows, runRow(301));
  let read = 0;
  const page: Table['page'] = async (pk, range) => {
    const found = await table.page(pk, range);
    read += found.items.length;
    return found;
  };
  const requested = await ids(openRepository({ ...table, page }), { uri: 'urn:a', limit: 2 });
  assert.deepEqual(requested, { total: 300, ids: [300, 299] });
  assert.ok(read <= 2 + countItems, `${read} items`);
});

test('a list of too many runs is sorted by no column that no list is in the order of', async () => {
  const repository = await repositoryOf(runRow(1), runRow(2));
  await repository.table.newIds('run', 20_000);
  const many = (count: number) => ({ update: repositoryKey.runTotals(1), add: { 'active PUBLIC x': count } });
  await repository.table.write([many(listLimits.sortedRunsMax - 2)]);
  assert.deepEqual((await ids(repository, { sort: 'stop', limit: 1 })).ids, [2]);
  await repository.table.write([many(1)]);
  const refused = { code: 'SORT_TOO_LARGE', status: 400, details: { total: 25_001 } };
  for (const sort of ['stop', 'owner', 'testname'] as const)
    await assert.rejects(ids(repository, { sort, limit: 1 }), refused);
  // Far from both ends of the list, a page by id would have to read all runs, as for any other column.
  await assert.rejects(ids(repository, { sort: 'id', limit: 1 }), refused);
  await assert.rejects(ids(repository, { sort: 'id', limit: listLimits.sortedRunsMax + 1 }), refused);
  assert.deepEqual((await ids(repository, { sort: 'id', direction: 'Ascending', limit: 2 })).ids, [1, 2]);
  assert.deepEqual((await ids(repository, { limit: 1 })).ids, [2]);
  assert.deepEqual((await ids(repository, { testId: 1, sort: 'stop', limit: 1 })).ids, [2], 'of one test');
});

test('a run that is removed twice counts once', async () => {
  const repository = await repositoryOf(runRow(1), runRow(2));
  const remove = () => repository.runs.remove(1, 1, () => true);
  const removed = await Promise.all([remove(), remove()]);
  assert.deepEqual(removed.map((run) => run?.id).sort(), [1, undefined]);
  assert.deepEqual(await ids(repository), { total: 1, ids: [2] });
});

test('changes of one run at the same time are all made', async () => {
  const repository = await repositoryOf(runRow(1));
  const note = (more: string) =>
    repository.runs.change(1, (run) => ({ ...run, description: `${run.description ?? ''}${more}` }));
  await Promise.all(['a', 'b', 'c', 'd'].map(note));
  assert.equal((await repository.runs.get(1))?.description?.split('').sort().join(''), 'abcd');
  assert.equal(await repository.runs.change(9, (run) => run), undefined);
});
