/** Rows are found again in any order, near marks and far from them, also beyond 4 GiB. */
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
