/** Rows are found in any order, near marks and far from them, also beyond 4 GiB. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RowOffsets, RowSpans } from '../../../lib/results/run-index/row-offsets.ts';

const gap = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(2 ** 31, 2 ** 33, 2 ** 14));

test('rows in any order', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(gap, gap), { minLength: 1, maxLength: 1600, size: 'max' }),
      fc.array(fc.nat(), { maxLength: 20 }),
      gap,
      (rows, order, begin) => {
        const offsets = new RowOffsets();
        for (const _ of [1, 2]) {
          let end = begin;
          const spans = rows.map(([before, bytes]) => {
            const start = end + before;
            end = start + bytes;
            offsets.add(start, end);
            return { start, end };
          });
          const found = new RowSpans(offsets.take(), { rows: rows.length });
          for (const turn of order) assert.deepEqual(found.of(turn % rows.length), spans[turn % rows.length]);
          assert.deepEqual(
            spans.map((_span, row) => found.of(row)),
            spans,
          );
          assert.throws(() => found.of(rows.length));
        }
      },
    ),
    { numRuns: 100 },
  ));

test('a row that is not there is refused by its number', () => {
  const offsets = new RowOffsets();
  offsets.add(5, 9);
  const found = new RowSpans(offsets.take(), { rows: 1 });
  assert.throws(() => found.of(1), /row 1 of 1 rows/);
  assert.deepEqual(found.of(0), { start: 5, end: 9 });
});

test('numbers take as many bytes as they need, and every 512th row a mark of twelve', () => {
  const size = (rows: number, gap: number): number => {
    const offsets = new RowOffsets();
    for (let row = 0; row < rows; row += 1) offsets.add(row * (gap + 1) + gap, (row + 1) * (gap + 1));
    return offsets.take().length;
  };
  assert.equal(size(1, 3), 12 + 2);
  assert.equal(size(512, 3), 12 + 1024);
  assert.equal(size(513, 3), 24 + 1026);
  // The first row begins the group, so there are no bytes before it.
  assert.equal(size(2, 127), 12 + 4);
  assert.equal(size(2, 128), 12 + 5);
  assert.equal(size(2, 2 ** 14 - 1), 12 + 5);
  assert.equal(size(2, 2 ** 14), 12 + 6);
});
