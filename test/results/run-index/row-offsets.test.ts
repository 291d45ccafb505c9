/** The offsets of rows are found in any order, near a stored offset and far from it, also beyond 4 GiB. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { markRows } from '../../../lib/results/json/machine/layout.ts';
import type { Span } from '../../../lib/results/run-index/index-types.ts';
import { type RowMark, RowSpans, rowBlock } from '../../../lib/results/run-index/row-offsets.ts';

/** The stored block with the offsets of these rows, as the parser and the writer of tables make it. */
function blockOf(rows: readonly Span[]): Uint8Array {
  const marks: RowMark[] = [];
  const numbers: number[] = [];
  const put = (number: number): void => {
    let rest = number;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) numbers.push((rest % 0x80) + 0x80);
    numbers.push(rest);
  };
  for (const [at, { start, end }] of rows.entries()) {
    const before = rows[at - 1]?.end ?? start;
    if (at % markRows === 0) marks.push({ at: numbers.length, end: before });
    put(start - before);
    put(end - start);
  }
  return rowBlock(marks, Uint8Array.from(numbers));
}

const gap = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.constantFrom(2 ** 31, 2 ** 33, 2 ** 14));

test('rows in any order', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(gap, gap), { minLength: 1, maxLength: 1600, size: 'max' }),
      fc.array(fc.nat(), { maxLength: 20 }),
      gap,
      (rows, order, begin) => {
        let end = begin;
        const spans = rows.map(([before, bytes]) => {
          const start = end + before;
          end = start + bytes;
          return { start, end };
        });
        const found = new RowSpans(blockOf(spans), { rows: rows.length });
        for (const turn of order) assert.deepEqual(found.of(turn % rows.length), spans[turn % rows.length]);
        assert.deepEqual(
          spans.map((_span, row) => found.of(row)),
          spans,
        );
        assert.throws(() => found.of(rows.length));
      },
    ),
    { numRuns: 100 },
  ));

test('a row that is not there is refused by its number', () => {
  const found = new RowSpans(blockOf([{ start: 5, end: 9 }]), { rows: 1 });
  assert.throws(() => found.of(1), /a bug in Downpour: the index has 1 rows, and no row 1/);
  assert.deepEqual(found.of(0), { start: 5, end: 9 });
});
