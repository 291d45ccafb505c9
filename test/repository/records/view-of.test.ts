import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareViewed,
  parseViewSort,
  viewedValue,
} from '../../../lib/repository/records/views/sort-by-view.ts';
import { viewOf } from '../../../lib/repository/records/views/view-values.ts';

/** The label values that a view shows. */

const component = (id: number, ...labels: string[]) => ({ id, headerName: 'h', headerOrder: 0, labels });

test('a view shows values by component and label, and leaves out missing values (rows 63, 87)', () => {
  const values = new Map<string, unknown>([
    ['a', 1],
    ['b', null],
  ]);
  const components = [component(4, 'a'), component(5, 'a', 'b', 'c'), component(6, 'c')];
  assert.deepEqual(viewOf(values, { components }), { 4: { a: 1 }, 5: { a: 1, b: null } });
  assert.deepEqual(viewOf(new Map(), { components }), {});
});

test('a sort names a component and a label, which may hold colons', () => {
  assert.deepEqual(parseViewSort('view_data:12:a:b'), { component: '12', label: 'a:b' });
  for (const other of ['start', 'view_data:x:a', 'view_data:1:', 'view_data:1'])
    assert.equal(parseViewSort(other), undefined);
});

test('values of a column are in the order of numbers, texts and the rest, and nothing comes first', () => {
  const sorted = [null, undefined, -1, 9, 10, 'a', 'b', [1], { x: 1 }];
  const shuffled = [10, { x: 1 }, 'b', null, [1], -1, 'a', 9].sort(compareViewed);
  assert.deepEqual(
    shuffled,
    sorted.filter((each) => each !== undefined),
  );
});

test('integers above 2^53 are compared with all digits', () => {
  const texts = ['9007199254740993', '9007199254740992', '9007199254740994', '1.5', '-1e300', '1e300'];
  const sorted = texts.map((text) => ({ text, value: viewedValue(text) }));
  sorted.sort((a, b) => compareViewed(a.value, b.value));
  const expected = ['-1e300', '1.5', '9007199254740992', '9007199254740993', '9007199254740994', '1e300'];
  assert.deepEqual(
    sorted.map(({ text }) => text),
    expected,
  );
});
