import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { valueFilter } from '../../../lib/repository/records/labels/filter.ts';
import type { ValuedDataset } from '../../../lib/repository/records/labels/values.ts';
import { distinctValues } from '../../../lib/repository/search/distinct.ts';
import { listLimits } from '../../../lib/repository/search/limits.ts';
import {
  isBackward,
  type LabelName,
  listValues,
  type ValueQuery,
} from '../../../lib/repository/search/list-values.ts';

/** The API lists label values in pages. The rows are those of the original server's tests. */

const labels: readonly LabelName[] = [
  { id: 1, name: 'labelFoo', filtering: true, metrics: false },
  { id: 2, name: 'labelBar', filtering: false, metrics: true },
  { id: 7, name: 'both', filtering: true, metrics: true },
  { id: 9, name: 'both', filtering: true, metrics: true },
];
const dataset = (n: number, values: ValuedDataset['values'], stop = n * 10 + 5): ValuedDataset => ({
  runId: n,
  datasetId: 100 + n,
  ordinal: 0,
  start: n * 10,
  stop,
  values,
});
const four = [
  dataset(1, { 1: '1', 2: '3' }),
  dataset(2, { 1: '2', 2: '"b"' }, 90),
  dataset(3, { 1: '3' }, 31),
  dataset(4, {}),
];
type Asked = Partial<Omit<ValueQuery, 'filter'>> & {
  readonly filter?: string;
  readonly multiFilter?: boolean;
};
async function* walked(datasets: readonly ValuedDataset[], seen: { count: number }) {
  for (const each of datasets) {
    seen.count += 1;
    yield each;
  }
}
async function listed({ filter = '{}', multiFilter = false, ...requested }: Asked, datasets = four) {
  const query = { ...requested, filter: valueFilter(filter, { multiFilter, now: () => 0 }) };
  const seen = { count: 0 };
  const ordered = isBackward(query) ? datasets.toReversed() : datasets;
  return { rows: await listValues(walked(ordered, seen), labels, query), ...seen };
}
const runs = async (requested: Asked) => (await listed(requested)).rows.map(({ runId }) => runId);
const names = async (requested: Asked) => [
  ...new Set((await listed(requested)).rows.flatMap(({ values }) => [...values.keys()])),
];

test('a dataset is one row, the newest first, also without any value (rows 70, 71)', async () => {
  const { rows } = await listed({});
  assert.deepEqual(
    rows.map(({ values, ...rest }) => ({ ...rest, values: Object.fromEntries(values) })),
    four.toReversed().map(({ values, ...rest }) => ({
      ...rest,
      values: Object.fromEntries(
        Object.entries(values).map(([id, json]) => [id === '1' ? 'labelFoo' : 'labelBar', json]),
      ),
    })),
  );
  const nothing = await listed({}, [dataset(1, { 1: 'null' })]);
  assert.deepEqual([...(nothing.rows[0]?.values ?? [])], [['labelFoo', 'null']]);
});

suite('labels are shown', () => {
  test('that are included and not excluded, repeated or as a comma list (rows 74, 75, 76)', async () => {
    assert.deepEqual(await names({ include: ['labelFoo'] }), ['labelFoo']);
    assert.deepEqual(await names({ exclude: ['labelFoo'] }), ['labelBar']);
    assert.deepEqual(await names({ include: ['labelFoo,labelBar'] }), ['labelFoo', 'labelBar']);
    assert.deepEqual(await names({ include: ['labelFoo', 'labelBar'] }), ['labelFoo', 'labelBar']);
    assert.deepEqual(await names({ include: ['labelFoo,labelBar'], exclude: ['labelBar'] }), ['labelFoo']);
    assert.deepEqual(await names({ include: ['labelFoo'], exclude: ['labelFoo'] }), ['labelBar']);
    assert.deepEqual(await runs({ include: ['labelBar'] }), [2, 1]);
  });

  test('whose names have commas or quotes in them, written in quotes as in CSV', async () => {
    const odd = ['p50, p99', 'a "b"', '"'].map(
      (name, n) => ({ ...labels[2], id: 20 + n, name }) as LabelName,
    );
    const values = Object.fromEntries([...labels, ...odd].map(({ id }) => [id, '1']));
    const display = async (requested: Partial<ValueQuery>) => {
      const query = {
        ...requested,
        filter: valueFilter('{}', { multiFilter: false, now: () => 0 }),
      };
      const rows = await listValues(walked([dataset(1, values)], { count: 0 }), [...labels, ...odd], query);
      return [...(rows[0]?.values.keys() ?? [])].sort();
    };
    assert.deepEqual(await display({ include: ['"p50, p99"'] }), ['p50, p99']);
    assert.deepEqual(await display({ include: ['labelFoo,"p50, p99","a ""b"""'] }), [
      'a "b"',
      'labelFoo',
      'p50, p99',
    ]);
    assert.deepEqual(await display({ include: ['a "b"', '"'] }), ['"', 'a "b"']);
    assert.ok(!(await display({ exclude: ['"p50, p99"'] })).includes('p50, p99'));
  });

  test('of the kinds that are requested', async () => {
    assert.deepEqual(await names({ metrics: false }), ['labelFoo']);
    assert.deepEqual(await names({ filtering: false }), ['labelBar']);
    assert.deepEqual(await names({ filtering: false, metrics: false }), []);
    // Dataset 3 has only values of filtering labels, so this list leaves it out. Dataset 4 has no values.
    assert.deepEqual(await runs({ filtering: false }), [4, 2, 1]);
    assert.deepEqual(await runs({ filtering: false, metrics: false }), [4]);
  });

  test('under one name once, as the label that was made last has it', async () => {
    const { rows } = await listed({}, [dataset(1, { 7: '"old"', 9: '"new"' })]);
    assert.deepEqual([...(rows[0]?.values ?? [])], [['both', '"new"']]);
  });

  test('or not, a filter sees them all', async () => {
    assert.deepEqual(await runs({ filter: '{"labelFoo":2}', exclude: ['labelFoo'] }), [2]);
    assert.deepEqual(await runs({ filter: '{"labelFoo":2}', metrics: false }), [2]);
  });
});

test('datasets are those between two instants, neither included (rows 77, 78)', async () => {
  assert.deepEqual(await runs({ after: 20 }), [4, 3]);
  assert.deepEqual(await runs({ after: 20, sort: 'start' }), [3, 4]);
  assert.deepEqual(await runs({ before: 45 }), [3, 1]);
  assert.deepEqual(await runs({ after: 10, multiFilter: true, filter: '{"labelFoo":[1,3]}' }), [3]);
  assert.equal((await listed({ after: 30 })).count, 2);
});

suite('a page', () => {
  test('counts datasets that are wanted, and stops when it is full (row 85)', async () => {
    assert.deepEqual(await runs({ limit: 1 }), [4]);
    assert.deepEqual(await runs({ limit: 1, page: 1 }), [3]);
    assert.deepEqual(await runs({ limit: 2, page: 1 }), [2, 1]);
    assert.deepEqual(await runs({ limit: 2, page: 2 }), []);
    assert.deepEqual(await runs({ limit: 0, page: 3 }), [4, 3, 2, 1]);
    assert.equal((await listed({ limit: 2 })).count, 2);
    assert.deepEqual(await runs({ limit: 1, filter: '{"labelFoo":1}' }), [1]);
  });

  test('may be sorted by start or stop, both ways', async () => {
    assert.deepEqual(await runs({ sort: 'start' }), [1, 2, 3, 4]);
    assert.deepEqual(await runs({ sort: 'start', direction: 'Descending' }), [4, 3, 2, 1]);
    assert.deepEqual(await runs({ sort: 'stop' }), [1, 3, 4, 2]);
    assert.deepEqual(await runs({ sort: 'stop', direction: 'Descending', limit: 2 }), [2, 4]);
    assert.deepEqual(await runs({ sort: 'stop', limit: 2, page: 1 }), [4, 2]);
    assert.deepEqual(await runs({ direction: 'Ascending' }), [4, 3, 2, 1]);
  });

  test('is refused where it would walk over too many datasets, although none of them is wanted', async () => {
    const empty = dataset(1, {});
    async function* of(count: number) {
      for (let n = 0; n < count; n += 1) yield empty;
    }
    const query = { filter: () => false };
    assert.deepEqual(await listValues(of(listLimits.labelDatasetsMax), labels, query), []);
    await assert.rejects(listValues(of(listLimits.labelDatasetsMax + 1), labels, query), {
      code: 'TOO_MANY_DATASETS',
      status: 413,
    });
  });

  test('of many datasets sorted by stop has only the datasets of this page', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => dataset(n + 1, {}, (n * 7919) % 5000));
    const { rows } = await listed({ sort: 'stop', limit: 3, page: 1 }, many);
    assert.deepEqual(
      rows.map(({ stop }) => stop),
      [3, 4, 5],
    );
  });
});

test('distinct values have the order of a column, also as texts and as large integers', async () => {
  const texts = ['"10"', '"9"', '9007199254740993', '9007199254740992', '"b"'];
  async function* rows() {
    for (const text of texts) yield { values: new Map([['a', text]]) };
  }
  assert.deepEqual((await distinctValues(rows())).get('a'), [
    ...['"9"', '"10"', '9007199254740992', '9007199254740993', '"b"'],
  ]);
});
