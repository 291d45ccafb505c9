import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { RunOutcome } from '../../../lib/api.generated.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { fieldsOf } from '../../../lib/repository/records/runs/row.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { listRuns, type RunPage } from '../../../lib/repository/search/list-runs.ts';
import { filteredRuns, listedOrFiltered } from '../../../lib/repository/search/walked-runs.ts';
import type { Access, Principal } from '../../../lib/results/access.ts';
import { openMemoryTable } from '../memory-table.ts';
import { countItems, runRow } from '../run-row.ts';

/** A filtered list has the runs that pass. It reads a limited number of rows, and no documents. */

const ada: Principal = { keyId: 1, user: 'ada', role: 'user' };

const outcome = (state: RunOutcome['state'], benchmark = 'checkout'): RunOutcome => ({
  state,
  benchmark,
  requests: 1,
  requestsPerSec: 1,
  latencyNsP99: 1,
});

/**
 * Opens a repository with two tests, and records the items that are read. Ada may not see the second test.
 */
async function world(rows: readonly RunRow[] = []) {
  const table = openMemoryTable();
  const read = { items: 0, pages: 0 };
  const page: typeof table.page = async (...requested) => {
    const found = await table.page(...requested);
    read.items += found.items.length;
    read.pages += 1;
    return found;
  };
  const repository = openRepository({ ...table, page });
  await repository.tests.create({ name: 'Nightly Shop', owner: 'ada-team', access: 'PUBLIC' });
  await repository.tests.create({ name: 'Secret Shop', owner: 'eve-team', access: 'PRIVATE' });
  for (const row of rows) assert.ok(await repository.runs.insert(row));
  return { repository, table, read };
}

type World = Awaited<ReturnType<typeof world>>;

/** Reads all pages of a list by their cursors. */
async function walk({ repository }: World, page: RunPage, rowsMax?: number) {
  const found: number[] = [];
  for (let cursor: string | undefined = '', replies = 0; cursor !== undefined; replies += 1) {
    const reply = await filteredRuns(repository, ada, { ...page, cursor }, rowsMax);
    assert.ok(reply.runs.length <= (page.limit ?? Number.POSITIVE_INFINITY));
    if (reply.next === undefined) assert.equal(reply.left, 0);
    found.push(...reply.runs.map(({ id }) => id));
    cursor = reply.next;
    assert.ok(replies < 200, 'a walk comes to its end');
  }
  return found;
}

const row = fc.record({
  access: fc.constantFrom<Access>('PUBLIC', 'PRIVATE'),
  owner: fc.constantFrom('ada-team', 'eve-team'),
  trashed: fc.boolean(),
  testId: fc.constantFrom(1, 2),
  start: fc.integer({ min: -3, max: 3 }),
  description: fc.constantFrom(null, 'Release 4', 'a RELEASE of shop'),
  outcome: fc.constantFrom(undefined, outcome('passed'), outcome('failed'), outcome('stopped', 'search')),
});
const times = fc.constantFrom(undefined, -3, -1, 0, 2, 4);
const filter = fc.record({
  from: times,
  to: times,
  state: fc.constantFrom(undefined, [], ['failed'] as const, ['passed', 'stopped'] as const),
  benchmark: fc.constantFrom(undefined, 'search', 'Search'),
  text: fc.constantFrom(undefined, ' ', 'release', 'SHOP release', 'night', 'secret', 'sear'),
  direction: fc.constantFrom('Ascending', 'Descending'),
  limit: fc.constantFrom(undefined, 1, 2, 5),
  testId: fc.constantFrom(undefined, 1, 2),
});

test('a walk finds each run that passes the filter once, in the order of the list', async () => {
  const law = fc.asyncProperty(
    fc.array(row, { maxLength: 20 }),
    filter,
    fc.integer({ min: 1, max: 6 }),
    async (rows, page, rowsMax) => {
      const where = await world(rows.map((each, at) => runRow(at + 1, each)));
      const all = await listRuns(where.repository, ada, {
        direction: page.direction,
        testId: page.testId,
      });
      const texts = (id: number) => {
        const { testId, outcome: has, description } = rows[id - 1]!;
        return [testId === 1 ? 'nightly shop' : '', has?.benchmark, description].join('\n').toLowerCase();
      };
      const words = (page.text ?? '').toLowerCase().split(' ').filter(Boolean);
      const expected = all.runs.filter(
        ({ id, start, outcome: has }) =>
          (page.from === undefined || start >= page.from) &&
          (page.to === undefined || start < page.to) &&
          (!page.state?.length || page.state.some((state) => state === has?.state)) &&
          (page.benchmark === undefined || has?.benchmark === page.benchmark) &&
          words.every((word) => texts(id).includes(word)),
      );
      const ids = expected.map(({ id }) => id);
      assert.deepEqual(await walk(where, page, rowsMax), ids);
      const { limit: _, ...whole } = page;
      const once = await filteredRuns(where.repository, ada, whole);
      assert.deepEqual([once.runs.map(({ id }) => id), once.total, once.next], [ids, ids.length, undefined]);
    },
  );
  await fc.assert(law, { numRuns: 200 });
});

/** Puts the rows of many runs into the list of all runs, 100 in a transaction. */
async function fill({ table }: World, count: number): Promise<void> {
  const states = ['passed', 'passed', 'passed', 'failed'] as const;
  for (let first = 0; first < count; first += 100)
    await table.write(
      Array.from({ length: Math.min(100, count - first) }, (_, at) => {
        const run = runRow(first + at + 1, { outcome: outcome(states[at % 4]!) });
        return { put: { ...fieldsOf(run), ...repositoryKey.listedRun(run.start, run.id) } };
      }),
    );
}

test('a page by time reads as many rows as it shows, whatever the number of runs', async () => {
  const costs: unknown[] = [];
  for (const count of [100, 20_000]) {
    const where = await world();
    await fill(where, count);
    const middle = 1000 + count / 2;
    const reply = await filteredRuns(where.repository, ada, { from: middle, to: middle + 40, limit: 10 });
    assert.deepEqual([reply.runs[0]?.start, reply.runs.length, reply.looked], [middle + 39, 10, 10]);
    assert.ok(reply.next !== undefined);
    costs.push({ ...where.read });
  }
  assert.deepEqual(costs[1], costs[0]);
  const { items } = costs[0] as World['read'];
  assert.ok(items <= 11 + countItems, `${items} items`);
});

test('a page by state reads the rows up to its last run, and never more than its share', async () => {
  const where = await world();
  await fill(where, 5000);
  const page = { state: ['failed'], limit: 10 } as const;
  const short = await filteredRuns(where.repository, ada, page);
  assert.deepEqual([short.runs.length, short.looked], [10, 37]);
  assert.ok(where.read.items <= 80 + countItems, `${where.read.items} items`);
  where.read.items = 0;
  const rare = await filteredRuns(where.repository, ada, { state: ['stopped'], limit: 10 }, 2000);
  assert.deepEqual([rare.runs.length, rare.looked, rare.next === undefined], [0, 2000, false]);
  assert.ok(where.read.items <= 2000 + countItems, `${where.read.items} items`);
  const rest = await filteredRuns(where.repository, ada, { state: ['stopped'], cursor: rare.next }, 3000);
  assert.deepEqual([rest.looked, rest.next], [5000, undefined]);
});

test('a filtered list by another column needs all runs, and refuses when there are too many', async () => {
  const where = await world();
  await fill(where, 20);
  const page = { state: ['failed'], sort: 'id', direction: 'Ascending', limit: 2, page: 2 } as const;
  const reply = await filteredRuns(where.repository, ada, page);
  assert.deepEqual([reply.runs.map(({ id }) => id), reply.total], [[12, 16], 5]);
  await assert.rejects(filteredRuns(where.repository, ada, page, 10), {
    code: 'SEARCH_TOO_LARGE',
    status: 413,
  });
  await assert.rejects(filteredRuns(where.repository, ada, { ...page, cursor: '' }), { status: 400 });
});

test('a list without a filter stays a list with its total', async () => {
  const where = await world([runRow(1), runRow(2)]);
  const none = await listedOrFiltered(where.repository, ada, { state: [], text: ' ', limit: 1 });
  assert.deepEqual([none.total, none.looked, none.next], [2, undefined, undefined]);
  const all = await listedOrFiltered(where.repository, ada, { from: 0, limit: 1 });
  assert.deepEqual([all.total, all.looked, all.next === undefined], [1, 1, false]);
  const full = await listedOrFiltered(where.repository, ada, { from: 0, limit: 2 });
  assert.deepEqual([full.total, full.left, full.next], [2, 0, undefined]);
});

test('a cursor of another list leads into the time that is requested, or to its end', async () => {
  const where = await world([runRow(1), runRow(2), runRow(3)]);
  const { cursors } = where.repository;
  const list = async (start: number, page: RunPage) => {
    const cursor = await cursors.text({ start, id: 1 }, 0);
    return (await filteredRuns(where.repository, ada, { ...page, cursor })).runs.map(({ id }) => id);
  };
  const middle = { from: 1002, to: 1003 };
  assert.deepEqual(await list(9000, middle), [2]);
  assert.deepEqual(await list(0, middle), []);
  assert.deepEqual(await list(9000, { ...middle, direction: 'Ascending' }), []);
  assert.deepEqual(await list(0, { ...middle, direction: 'Ascending' }), [2]);
});
