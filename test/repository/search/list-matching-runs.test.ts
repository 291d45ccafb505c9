import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wordsWrites } from '../../../lib/repository/records/runs/run-words.ts';
import type { RunRow } from '../../../lib/repository/records/runs/runs.ts';
import { openRepository } from '../../../lib/repository/repository.ts';
import { searchedRuns } from '../../../lib/repository/search/list-matching-runs.ts';
import { listRuns, type RunPage } from '../../../lib/repository/search/list-runs.ts';
import type { Access, Principal } from '../../../lib/results/access.ts';
import { Document } from '../../../lib/results/query/document.ts';
import type { RunSource } from '../../../lib/results/query/query-run.ts';
import { bloomFilterOf } from '../../../lib/results/run-search/bloom-filter.ts';
import { searchLimits } from '../../../lib/results/run-search/limits.ts';
import { searchTerms } from '../../../lib/results/run-search/parse-search.ts';
import { cases } from '../../runner/cases.ts';
import { openMemoryTable } from '../memory-table.ts';
import { countItems, runRow } from '../run-row.ts';

/**
 * A search that follows its cursors finds the same runs as a single search. No reply reads more than its
 * limit.
 */

const ada: Principal = { keyId: 1, user: 'ada', role: 'user' };
const row = (id: number, more: Partial<RunRow> = {}): RunRow => runRow(id, { sizeBytes: 10, ...more });
/** Whether a search for `a` finds a run: it finds every third run. */
const isFound = (id: number): boolean => id % 3 === 0;

/** Opens a repository, and records the number of items and the documents that are read. */
async function world(...rows: readonly RunRow[]) {
  const table = openMemoryTable();
  const read = { items: 0, documents: [] as number[] };
  const counting = {
    ...table,
    page: async (...requests: Parameters<typeof table.page>) => {
      const page = await table.page(...requests);
      read.items += page.items.length;
      return page;
    },
  };
  const repository = openRepository(counting);
  await repository.tests.create({ name: 'shop', owner: 'ada-team', access: 'PUBLIC' });
  for (const each of rows) assert.ok(await repository.runs.insert(each));
  const sourceOf = ({ id, sizeBytes }: RunRow): RunSource => {
    read.documents.push(id);
    const never = () => assert.fail('a small document is kept');
    const kept = () => Document.of(isFound(id) ? { a: id } : { b: id });
    return { documentBytes: sizeBytes, document: never, index: never, openIndex: never, kept, keep: never };
  };
  return { repository, table, read, sourceOf };
}

type World = Awaited<ReturnType<typeof world>>;
type Bounds = { readonly searchRuns: number; readonly searchBytes: number; readonly searchPageRuns: number };

async function reply(
  { repository, sourceOf }: World,
  page: RunPage,
  bounds: Partial<Bounds> = {},
  query = 'a',
) {
  const terms = searchTerms(query, { now: () => 0 });
  if ('valid' in terms) throw assert.fail(query);
  const search = { terms, matchAll: false, sourceOf, now: () => 0, bounds: { ...searchLimits, ...bounds } };
  const { runs, ...rest } = await searchedRuns(repository, ada, page, search);
  return { ids: runs.map(({ id }) => id), ...rest };
}

/** Reads all replies of a search by their cursors. `between` is called after each reply. */
async function follow(where: World, page: RunPage, bounds: Partial<Bounds>, between: () => Promise<unknown>) {
  const replies: Awaited<ReturnType<typeof reply>>[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; cursor = replies.at(-1)?.next) {
    replies.push(await reply(where, { ...page, cursor }, bounds));
    await between();
    assert.ok(replies.length < 1000, 'a search comes to its end');
  }
  return replies;
}

const state = fc.record({
  access: fc.constantFrom<Access>('PUBLIC', 'PRIVATE'),
  owner: fc.constantFrom('ada-team', 'eve-team'),
  trashed: fc.boolean(),
  testId: fc.constantFrom(1, 2),
  start: fc.integer({ min: -3, max: 3 }),
  sizeBytes: fc.integer({ min: 0, max: 20 }),
});
const expected = fc.record({
  direction: fc.constantFrom('Ascending', 'Descending'),
  limit: fc.constantFrom(undefined, 1, 2, 5),
  testId: fc.constantFrom(undefined, 1),
  trashed: fc.boolean(),
});
const bounds = fc.record({
  searchRuns: fc.integer({ min: 1, max: 6 }),
  searchBytes: fc.integer({ min: 0, max: 60 }),
  searchPageRuns: fc.integer({ min: 1, max: 4 }),
});

test('a search by cursor finds what one search would, in its order', async () => {
  const law = fc.asyncProperty(
    fc.array(state, { maxLength: 25 }),
    expected,
    bounds,
    async (states, page, share) => {
      const where = await world(...states.map((each, at) => row(at + 1, each)));
      const once = await reply(where, { ...page, limit: undefined });
      const replies = await follow(where, page, share, async () => {});
      assert.deepEqual(
        replies.flatMap(({ ids }) => ids),
        once.ids,
      );
      const visible = await listRuns(where.repository, ada, page);
      for (const { looked = Number.NaN, left = Number.NaN } of replies)
        assert.equal(looked + left, visible.total);
      assert.deepEqual([replies.at(-1)?.left, once.left, once.total], [0, 0, once.ids.length]);
    },
  );
  await fc.assert(law, { numRuns: cases(60, 300) });
});

test('runs that come and go meanwhile are found or not; no other one is lost or repeated', async () => {
  const change = fc.record({ id: fc.integer({ min: 1, max: 20 }), state, trash: fc.boolean() });
  const law = fc.asyncProperty(
    ...([fc.array(state, { maxLength: 20 }), fc.array(change, { maxLength: 20 }), expected, bounds] as const),
    async (states, changes, page, share) => {
      const where = await world(...states.map((each, at) => row(at + 1, each)));
      const { runs } = where.repository;
      const before = await reply(where, { ...page, limit: undefined });
      const moved = new Set<number>();
      const due = [...changes];
      const replies = await follow(where, page, share, async () => {
        const next = due.shift();
        if (next === undefined) return;
        const id = next.trash ? next.id : 100 + due.length;
        moved.add(id);
        if (next.trash) await runs.change(id, (run) => ({ ...run, trashed: !run.trashed }));
        else await runs.insert(row(id, next.state));
      });
      const found = replies.flatMap(({ ids }) => ids);
      assert.equal(new Set(found).size, found.length, 'no run is found twice');
      const unmoved = (ids: readonly number[]) => ids.filter((id) => !moved.has(id));
      assert.deepEqual(unmoved(found), unmoved(before.ids));
    },
  );
  await fc.assert(law, { numRuns: cases(60, 300) });
});

test('one reply examines a bounded number of runs, for any number of runs and any access', async () => {
  const share = { searchRuns: 50, searchBytes: 200 };
  for (const count of [100, 1000]) {
    const many = Array.from({ length: count }, (_, at) => row(at + 1));
    const where = await world(...many);
    const first = await reply(where, { cursor: '' }, share);
    // Each run has 10 bytes, so the first batch of 32 runs exceeds the limit and is the last.
    assert.deepEqual([first.looked, first.left], [32, count - 32]);
    assert.equal(where.read.documents.length, 32);
    assert.ok(where.read.items <= 50 + countItems, `${where.read.items} items of ${count}`);
    const hidden = await world(...many.map((each) => ({ ...each, owner: 'eve-team' })));
    const nothing = await reply(hidden, { cursor: '' }, share);
    assert.deepEqual([nothing.ids, nothing.looked, nothing.left], [[], 0, 0]);
    assert.ok(nothing.next !== undefined && hidden.read.items <= 50 + countItems);
  }
});

test('without a cursor a small search is a list, and a large one its beginning', async () => {
  const where = await world(...Array.from({ length: 20 }, (_, at) => row(at + 1)));
  const small = { limit: 2, page: 2, sort: 'id', direction: 'Ascending' } as const;
  assert.deepEqual(await reply(where, small), { ids: [9, 12], total: 6, looked: 20, left: 0 });
  const begun = await reply(where, {}, { searchRuns: 10 });
  const { next: cursor = '', ...found } = begun;
  assert.deepEqual(found, { ids: [18, 15, 12], total: 3, looked: 10, left: 10 });
  assert.deepEqual(await where.repository.cursors.parse(cursor), {
    after: { start: 1011, id: 11 },
    looked: 10,
  });
  assert.deepEqual(await reply(where, { cursor }), { ids: [9, 6, 3], total: 3, looked: 20, left: 0 });
  // The next reply has the runs that did not fit on the page.
  const cut = await reply(where, { limit: 1 }, { searchRuns: 10 });
  const next = await where.repository.cursors.text({ start: 1018, id: 18 }, 3);
  assert.deepEqual(cut, { ids: [18], total: 3, looked: 3, left: 17, next });
  const rest = await reply(where, { cursor: cut.next });
  assert.deepEqual(rest.ids, [15, 12, 9, 6, 3]);
  for (const page of [{ page: 2, limit: 1 }, { sort: 'id' }] as const)
    await assert.rejects(reply(where, page, { searchRuns: 10 }), {
      code: 'SEARCH_TOO_LARGE',
      status: 413,
      details: { looked: 10, left: 10 },
      message: /must read all 20 runs, .* one request reads at most 10 runs\. Read page by page/,
    });
});

test('a run that alone is too much is named, with the cursor that leads past it', async () => {
  const where = await world(row(1), row(2), row(3));
  const wide = { list: Array.from({ length: 2500 }, () => [[]]) };
  const steps = '$.list ? (exists($.list ? (exists($.list ? (@.size() == 5)))))';
  const { sourceOf } = where;
  const heavy: World = {
    ...where,
    sourceOf: (run) => ({
      ...sourceOf(run),
      kept: () => (run.id === 3 ? Document.of(wide) : Document.of({ list: [] })),
    }),
  };
  const fault = await reply(heavy, { cursor: '' }, {}, steps).catch((error) => error);
  const next = await where.repository.cursors.text({ start: 1003, id: 3 }, 1);
  assert.deepEqual([fault.code, fault.details], ['SEARCH_TOO_LARGE', { run: 3, next }]);
  assert.match(
    fault.message,
    /continue the search after this run with `details\.next` as the parameter cursor$/,
  );
  const behind = await reply(heavy, { cursor: fault.details.next }, {}, steps);
  assert.deepEqual(behind, { ids: [], total: 0, looked: 3, left: 0 });
});

test('a list is followed by a cursor at the cost of what it shows', async () => {
  const where = await world(...Array.from({ length: 300 }, (_, at) => row(at + 1)));
  const ids: number[] = [];
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    where.read.items = 0;
    const { total, runs, next } = await listRuns(where.repository, ada, { cursor, limit: 7 });
    assert.equal(total, 300);
    assert.ok(where.read.items <= 8 + countItems, `${where.read.items} items for 7 runs behind ${cursor}`);
    ids.push(...runs.map(({ id }) => id));
    cursor = next;
  }
  assert.deepEqual(
    ids,
    Array.from({ length: 300 }, (_, at) => 300 - at),
  );
});

test('a run whose words lack what is searched for is not read; one without words is', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => row(at + 1, { testId: 1 + (at % 2) }));
  const where = await world(...rows);
  const { repository, table } = where;
  const { runs } = repository;
  for (const run of rows.slice(0, 20))
    await table.write(wordsWrites(run, bloomFilterOf(isFound(run.id) ? { a: run.id } : { b: run.id })));
  // The stored words are those of an earlier revision, because the document was changed.
  await runs.change(1, (run) => ({ ...run, revision: 1 }));
  const found = Array.from({ length: 10 }, (_, at) => 30 - 3 * at);
  const read = [1, ...found, 22, 23, 25, 26, 28, 29].sort((a, b) => b - a);
  const all = await reply(where, {});
  assert.deepEqual([all.ids, all.looked, where.read.documents], [found, 30, read]);
  where.read.documents = [];
  const ofTest = await reply(where, { testId: 1, direction: 'Ascending' });
  assert.deepEqual([ofTest.ids, ofTest.looked], [[3, 9, 15, 21, 27], 15]);
  assert.deepEqual(where.read.documents, [1, 3, 9, 15, 21, 23, 25, 27, 29]);
  // Documents that are not read do not count towards the limit of bytes.
  const share = await reply(
    where,
    { cursor: '', direction: 'Ascending' },
    { searchBytes: 35, searchPageRuns: 1 },
  );
  assert.deepEqual([share.ids, share.looked], [[3, 6, 9], 11]);
  await runs.remove(3, 1, () => true);
  assert.deepEqual(
    (await reply(where, {})).ids,
    found.filter((id) => id !== 3),
  );
  const left = [...table.items.values()].flatMap((items) => [...items.values()].filter(({ words }) => words));
  assert.equal(left.length, 38, 'its words are gone with it');
});

test('an invalid cursor is refused, and so is a cursor with a page or another order', async () => {
  const where = await world(row(1));
  const wrong: readonly RunPage[] = [{ cursor: 'x' }, { cursor: '', page: 2 }, { cursor: '', sort: 'id' }];
  const requests: readonly ((page: RunPage) => Promise<unknown>)[] = [
    (page) => listRuns(where.repository, ada, page),
    (page) => reply(where, page),
  ];
  for (const page of wrong)
    for (const ask of requests)
      await assert.rejects(ask(page), { code: 'REQUEST_INVALID', status: 400, message: /cursor/ });
});

test('a cursor contains nothing of a hidden run, and a forged cursor is refused', async () => {
  const hidden = [7, 4_000_000_000].map((id) => row(id, { owner: 'eve-team', start: -id }));
  const [where, other] = [await world(...hidden), await world(...hidden)];
  const { next = '' } = await reply(where, { cursor: '' }, { searchRuns: 1 });
  const { after: location, looked } = await where.repository.cursors.parse(next);
  assert.deepEqual([location, looked], [{ start: -7, id: 7 }, 0]);
  // Only the deployment's key can decrypt the cursor, and its length reveals nothing either.
  await assert.rejects(reply(other, { cursor: next }), {
    code: 'REQUEST_INVALID',
    message: /has a value that this list did not return/,
  });
  assert.notEqual(next, await other.repository.cursors.text({ start: -7, id: 7 }, 0));
  const far = await where.repository.cursors.text({ start: 8.64e15, id: 4_000_000_000 }, 1_000_000);
  assert.deepEqual([far.length, next.length <= 100], [next.length, true]);
  const bytes = Buffer.from(next, 'base64url');
  for (const at of bytes.keys()) {
    const cursor = Buffer.from(bytes.map((byte, n) => (n === at ? byte ^ 1 : byte))).toString('base64url');
    await assert.rejects(reply(where, { cursor }), { code: 'REQUEST_INVALID' }, `byte ${at}`);
  }
});

test('all who list runs of a deployment share the key of its cursors, also when they make it at a time', async () => {
  const table = openMemoryTable();
  const [one, two] = [openRepository(table), openRepository(table)];
  const location = { start: -1.5, id: 3 };
  const texts = await Promise.all([one, two].map(({ cursors }) => cursors.text(location, 9)));
  assert.equal(texts[0], texts[1]);
  assert.deepEqual(await openRepository(table).cursors.parse(texts[0] ?? ''), { after: location, looked: 9 });
});
