import assert from 'node:assert/strict';
import { beforeEach, suite, test } from 'node:test';
import { repository } from '../../../functions/repository.ts';
import { stores } from '../../../functions/stores.ts';
import { repositoryKey } from '../../../lib/names/repository-keys.ts';
import { makeDatasets } from '../../../lib/repository/pipeline/datasets/make-datasets.ts';
import type { Access } from '../../../lib/results/access.ts';
import { evaluate } from '../../repository/pipeline/datasets/world.ts';
import { openQueuedWork } from '../../repository/work/queue.ts';
import { keyOfUser, openMemory } from '../memory.ts';
import { send } from './requests.ts';

/** Lists of datasets show the label values for the columns of a view. */

const memory = openMemory();
const ada = keyOfUser(memory, 1, 'ada');
const eve = keyOfUser(memory, 2, 'eve');
const { work } = openQueuedWork({}, memory.table);
let [testId, schemaId] = [0, 0];
const owned = { owner: 'ada-team', access: 'PUBLIC' as Access };
let turn = 0;
beforeEach(async () => {
  memory.table.clear();
  // Functions cache definitions by their version, so each test has another version.
  turn += 100;
  await memory.table.write([{ update: repositoryKey.definitions(), add: { version: turn } }]);
  testId = (await repository().tests.create({ name: 'shop', ...owned }))?.id ?? 0;
  const schema = await repository().schemas.create({ name: 's', uri: 'urn:s', ...owned });
  schemaId = typeof schema === 'string' ? assert.fail(schema) : schema.id;
});

async function label(name: string, access: Access = 'PUBLIC'): Promise<number> {
  const id = await repository().labels.newIds(1);
  const definition = { id, schemaId, name, extractors: [], filtering: true, metrics: true };
  await repository().labels.put(schemaId, () => [{ ...definition, ...owned, access }]);
  return id;
}

/** Makes a run of one dataset with these label values. */
async function measured(start: number, values: Record<number, unknown>): Promise<number> {
  const query = `test=shop&start=${start}&stop=${start + 1}&access=PUBLIC`;
  const { body } = await send(`POST /api/run/data?${query}`, {
    key: ada,
    body: '{"$schema":"urn:s"}',
  });
  const context = { repository: repository(), runs: stores().runs, datasets: stores().datasets };
  const made = await makeDatasets({ ...context, evaluate, work, now: () => 1 }, Number(body));
  const dataset = made.ids[0] ?? 0;
  const texts = Object.fromEntries(Object.entries(values).map(([id, value]) => [id, JSON.stringify(value)]));
  const key = repositoryKey.values(testId, start, Number(body), 0);
  await memory.table.write([{ put: { ...key, dataset, values: texts } }]);
  return dataset;
}
async function view(name: string, ...labels: readonly string[]) {
  const [present] = await repository().views.ofTest(testId);
  const components = [{ headerName: 'h', headerOrder: 0, labels }];
  const id = name === 'Default' && present ? { id: present.id } : {};
  const made = await repository().views.put(testId, { ...id, name, components });
  return { id: made?.id ?? 0, column: made?.components[0]?.id ?? 0 };
}
async function listed(query = '', as = ada) {
  const line = `GET /api/dataset/list/byTest/${testId}${query}`;
  const { body } = await send(line, { key: as });
  return JSON.parse(body);
}
type Row = { readonly id: number; readonly view: unknown };
const display = async (query = '', as = ada) =>
  (await listed(query, as)).datasets.map(({ view: values }: Row) => values);

suite('a list of datasets', () => {
  test('shows the values of the view that every test has, as it is now (rows 63, 87)', async () => {
    const [a, b] = [await label('a'), await label('b')];
    await measured(1000, { [a]: 1, [b]: { x: [2] } });
    assert.deepEqual(await display(), [{}]);
    const { column } = await view('Default', 'a', 'b', 'c');
    assert.deepEqual(await display(), [{ [column]: { a: 1, b: { x: [2] } } }]);
    const changed = await view('Default', 'b');
    assert.deepEqual(await display(), [{ [changed.column]: { b: { x: [2] } } }]);
  });

  test('shows another view when it is requested, and so does a summary', async () => {
    const a = await label('a');
    const dataset = await measured(1000, { [a]: 1 });
    const other = await view('other', 'a');
    assert.deepEqual(await display(`?viewId=${other.id}`), [{ [other.column]: { a: 1 } }]);
    assert.deepEqual(await display('?viewId=-1'), [{}]);
    const line = `GET /api/dataset/${dataset}/summary?viewId=${other.id}`;
    const { body } = await send(line, { key: ada });
    assert.deepEqual(JSON.parse(body).view, { [other.column]: { a: 1 } });
    const unknown = await send(line.replace(/\d+$/, '999'), { key: ada });
    assert.deepEqual([unknown.status, JSON.parse(unknown.body).code], [400, 'VIEW_NOT_FOUND']);
  });

  test('hides labels that the caller may not see', async () => {
    const [a, secret] = [await label('a'), await label('secret', 'PRIVATE')];
    await measured(1000, { [a]: 1, [secret]: 2 });
    const { column } = await view('Default', 'a', 'secret');
    assert.deepEqual(await display('', eve), [{ [column]: { a: 1 } }]);
    assert.deepEqual(await display(), [{ [column]: { a: 1, secret: 2 } }]);
  });

  test('is sorted by a label of a column, and datasets without a value are last', async () => {
    const a = await label('a');
    const [nine, ten, none, two] = [
      await measured(1000, { [a]: 9 }),
      await measured(2000, { [a]: 10 }),
      await measured(3000, {}),
      await measured(4000, { [a]: 2 }),
    ];
    const { column } = await view('Default', 'a');
    const ids = async (query: string) => (await listed(query)).datasets.map(({ id }: Row) => id);
    const sort = `?sort=view_data:${column}:a`;
    assert.deepEqual(await ids(sort), [ten, nine, two, none]);
    assert.deepEqual(await ids(`${sort}&direction=Ascending`), [two, nine, ten, none]);
    const page = await listed(`${sort}&limit=2&page=2`);
    assert.deepEqual([page.total, page.datasets.map(({ id }: Row) => id)], [4, [two, none]]);
    assert.deepEqual(page.datasets[0].view, { [column]: { a: 2 } });
    assert.deepEqual(await ids('?sort=view_data:999:a'), [two, none, ten, nine]);
    assert.equal((await listed('?sort=view_data')).code, 'REQUEST_INVALID');
  });

  test('is sorted by numbers, also in texts, before other texts in both directions', async () => {
    const a = await label('a');
    const values = ['9', 10, 'n/a', null, '-1.5', 'error', 2];
    const made: number[] = [];
    for (const [n, value] of values.entries()) made.push(await measured(1000 + n, { [a]: value }));
    const { column } = await view('Default', 'a');
    const order = async (direction: string) => {
      const { datasets } = await listed(`?sort=view_data:${column}:a&direction=${direction}`);
      return datasets.map(({ id }: Row) => values[made.indexOf(id)]);
    };
    assert.deepEqual(await order('Ascending'), ['-1.5', 2, '9', 10, 'error', 'n/a', null]);
    assert.deepEqual(await order('Descending'), [10, '9', 2, '-1.5', 'n/a', 'error', null]);
  });

  test('has those alone whose label values contain a filter', async () => {
    const [a, secret] = [await label('a'), await label('secret', 'PRIVATE')];
    const [one, two, three, four] = [
      await measured(1000, { [a]: { x: 1, y: 1 } }),
      await measured(2000, { [a]: { x: 1, y: 3 }, [secret]: 1 }),
      await measured(3000, { [a]: { x: 2 } }),
      await measured(4000, { [a]: { x: 1, y: 2 }, [secret]: 1 }),
    ];
    const { column } = await view('Default', 'a');
    const found = async (filter: string, rest = '', as = ada) => {
      const page = await listed(`?filter=${encodeURIComponent(filter)}${rest}`, as);
      return [page.total, page.datasets.map(({ id }: Row) => id)];
    };
    assert.deepEqual(await found('{"a":{"x":1}}'), [3, [four, two, one]]);
    assert.deepEqual(await found('{"a":{"x":1}}', '&direction=Ascending&limit=2'), [3, [one, two]]);
    assert.deepEqual(await found('{"a":{"x":1}}', '&sort=id&limit=2&page=2'), [3, [one]]);
    assert.deepEqual(await found('{"a":{"x":1}}', `&sort=view_data:${column}:a`), [3, [two, four, one]]);
    assert.deepEqual(await found(encodeURIComponent('{"a":{"x":1}}')), [3, [four, two, one]]);
    assert.deepEqual(await found('{}'), [4, [four, three, two, one]]);
    assert.deepEqual(await found('{"a":{"x":9}}'), [0, []]);
    assert.deepEqual(await found('{"secret":1}'), [2, [four, two]]);
    assert.deepEqual(await found('{"secret":1}', '', eve), [0, []]);
    const [expected] = (await listed('?filter=%7B%22secret%22%3A1%7D')).datasets;
    assert.deepEqual(expected.view, { [column]: { a: { x: 1, y: 2 } } });
    assert.equal((await listed('?filter=%5B%5D')).code, 'FILTER_INVALID');
    const ofRun = async (filter: string) => {
      const line = `GET /api/dataset/list/byRun/${expected.runId}?filter=${encodeURIComponent(filter)}`;
      return JSON.parse((await send(line, { key: ada })).body);
    };
    assert.deepEqual((await ofRun('{"secret":1}')).datasets, [expected]);
    assert.deepEqual(await ofRun('{"secret":2}'), { total: 0, datasets: [] });
    assert.equal((await ofRun('1')).code, 'FILTER_INVALID');
  });
});
