import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RangeReader } from '../../../../lib/results/query/planner/range-reader.ts';
import { indexed, rangesOf, small, utf8 } from '../../run-index/stored.ts';

test('elements are found by their indexes, in whichever group they are', async () => {
  const elements = Array.from({ length: 11 }, (_, n) => (n % 4 === 0 ? `"${'é'.repeat(n)}"` : `{"n":${n}}`));
  const text = `[${elements.join(' , ')}]`;
  const { index, bytes } = await indexed(text, small);
  const table = index.table ?? assert.fail('the array has a table');
  assert.deepEqual(
    table.groups.map(({ rows }) => rows),
    [3, 3, 3, 2],
  );
  const document = utf8(text);
  const reader = new RangeReader({ document: rangesOf(document), index: rangesOf(bytes) });
  const found = async (...rows: readonly number[]): Promise<unknown> =>
    new Map(
      [...(await reader.spansOf(table, rows))].map(([row, { start, end }]) => [
        row,
        Buffer.from(document.subarray(start, end)).toString(),
      ]),
    );
  const all = elements.map((element, n) => [n, element] as const);
  assert.deepEqual(await found(...elements.keys()), new Map(all));
  const some = new Map(all.filter(([row]) => row === 3 || row === 10));
  assert.deepEqual(await found(10, 3, 11, 99), some);
  assert.deepEqual(await found(), new Map());
});
