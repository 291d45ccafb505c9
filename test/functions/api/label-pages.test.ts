import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageBehind, testValues, valuesWithoutCursor } from '../../../functions/api/values/value-query.ts';
import { all } from '../../../lib/repository/ports/table.ts';
import type { DatasetPosition } from '../../../lib/repository/records/datasets/dataset.ts';
import {
  listValues,
  nextValues,
  type ValueQuery,
  type ValueRow,
} from '../../../lib/repository/search/list-values.ts';
import { ada, openWorld } from '../../repository/pipeline/datasets/world.ts';

/**
 * The pages of a list of label values, read one after the other, contain each value once, for any size of a
 * page.
 */

const name = (row: ValueRow): string => `${row.runId}.${row.ordinal}`;

/** Makes runs with one, three and two datasets. Two of the runs start at the same time. */
async function openTest() {
  const world = openWorld();
  const schema = await world.schema('urn:a');
  await world.transformer(schema, {
    targetSchemaUri: 'urn:part',
    extractors: [{ name: 'list', jsonpath: '$.list', isarray: false }],
    function: 'list => list',
  });
  for (const [start, list] of [
    [10, [1]],
    [20, [1, 2, 3]],
    [20, [1, 2]],
    [30, [1, 2, 3]],
  ] as const) {
    const id = await world.upload(JSON.stringify({ $schema: 'urn:a', list }), { start });
    await world.make(id);
  }
  const { repository, context } = world;
  const { id } = (await repository.tests.byName('shop')) ?? assert.fail();
  const walk = (query: ValueQuery, after?: DatasetPosition) =>
    testValues(repository, context.runs, ada, id, query, after);
  return { world, walk };
}

const orders: readonly Pick<ValueQuery, 'sort' | 'direction'>[] = [
  {},
  { sort: 'start', direction: 'Ascending' },
  { sort: 'start', direction: 'Descending' },
];
const whole = { filter: () => true };

for (const order of orders)
  test(`pages of any size follow one another: ${JSON.stringify(order)}`, async () => {
    const { walk } = await openTest();
    const query = { ...whole, ...order };
    const list = (await listValues(walk(query), [], query)).map(name);
    assert.equal(new Set(list).size, 9);
    for (let rowsMax = 1; rowsMax <= 10; rowsMax += 1) {
      const found: string[] = [];
      const pages: number[] = [];
      let after: DatasetPosition | undefined;
      do {
        const { rows, next } = await nextValues(walk(query, after), [], query, { rowsMax, datasetsMax: 99 });
        found.push(...rows.map(name));
        pages.push(rows.length);
        assert.ok(pages.length < 20, 'it comes to an end');
        after = next;
      } while (after !== undefined);
      assert.deepEqual(found, list, `pages of ${rowsMax}`);
      assert.equal(pages.length, Math.ceil(9 / rowsMax), 'none is empty');
    }
  });

test('values without a limit and a cursor are bounded, and name the next page', async () => {
  const { world } = await openTest();
  const { repository, context } = world;
  const { id } = (await repository.tests.byName('shop')) ?? assert.fail();
  for (const order of [...orders, { sort: 'stop', direction: 'Descending' }] as const) {
    const query = { ...whole, ...order };
    const without = (isBounded: boolean, limit?: number) =>
      valuesWithoutCursor(repository, context.runs, ada, id, { query: { ...query, limit }, isBounded }, 4);
    const all = await without(false);
    assert.deepEqual([all.rows.length, all.next], [9, undefined], 'a table is whole');
    const isByStop = order.sort === 'stop';
    const limited = (await without(true, 6)).next;
    assert.deepEqual(limited, isByStop ? { limit: 6, page: 1 } : undefined, 'a limit is what it says');
    const { rows, next } = await without(true);
    assert.deepEqual(rows.map(name), all.rows.slice(0, 4).map(name));
    assert.ok(next !== undefined);
    const found: string[] = [];
    const following = (place: NonNullable<typeof next>) =>
      'cursor' in place
        ? pageBehind(repository, context.runs, ada, id, { cursor: place.cursor, query })
        : valuesWithoutCursor(repository, context.runs, ada, id, {
            query: { ...query, ...place },
            isBounded: true,
          });
    for (let page = await following(next); ; page = await following(page.next)) {
      found.push(...page.rows.map(name));
      if (page.next === undefined) break;
    }
    assert.deepEqual(found, all.rows.slice(4).map(name));
  }
});

test('a page looks at so many datasets, and the next one continues behind them', async () => {
  const { walk } = await openTest();
  const query = { ...whole, filter: () => false };
  let [after, pages]: [DatasetPosition | undefined, number] = [undefined, 0];
  do {
    const { rows, next } = await nextValues(walk(query, after), [], query, { rowsMax: 5, datasetsMax: 4 });
    assert.deepEqual(rows, []);
    [after, pages] = [next, pages + 1];
    assert.ok(pages < 20, 'it comes to an end');
  } while (after !== undefined);
  assert.equal(pages, 3);
});

test('a run that goes meanwhile moves no others', async () => {
  const { world, walk } = await openTest();
  const query = { ...whole };
  const list = (await all(walk(query))).map((each) => `${each.runId}.${each.ordinal}`);
  const first = await nextValues(walk(query), [], query, { rowsMax: 4, datasetsMax: 99 });
  const { runId } = first.rows.at(-1) ?? assert.fail();
  await world.repository.runs.change(runId, (run) => ({ ...run, trashed: true }));
  await world.make(runId);
  const rest = await nextValues(walk(query, first.next), [], query, { rowsMax: 9, datasetsMax: 99 });
  const gone = list.filter((each) => each.startsWith(`${runId}.`));
  assert.deepEqual(
    rest.rows.map(name),
    list.slice(4).filter((each) => !gone.includes(each)),
  );
});
