import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { paintOf } from '../../../bin/terminal/paint.ts';
import { type Column, shorten, table, visibleLength } from '../../../bin/terminal/table.ts';

const columns: readonly Column[] = [
  { title: 'phase', align: 'left', widthMax: 8 },
  { title: 'requests', align: 'right' },
  { title: 'p99', align: 'right', leaves: 1 },
];

test('names are left, numbers right, and long names end in an ellipsis', () => {
  const lines = table(columns, [
    ['browse', '1,200', '4.56ms'],
    ['checkout-everything', '7', '-'],
  ]);
  assert.deepEqual(lines, [
    'phase     requests     p99',
    'browse       1,200  4.56ms',
    'checkou…         7       -',
  ]);
});

test('colours do not count', () => {
  const { red } = paintOf(true);
  assert.equal(visibleLength(red('abc')), 3);
  const [, first, second] = table(columns, [
    [red('a'), '1', '2'],
    ['a', '1', '2'],
  ]);
  assert.equal(visibleLength(first ?? ''), visibleLength(second ?? ''));
});

test('columns that may leave do so when the terminal is narrow', () => {
  assert.deepEqual(table(columns, [['browse', '12', '3ms']], { width: 18 }), [
    'phase   requests',
    'browse        12',
  ]);
});

test('a shortened text is never wider than asked', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 20 }), (text, width) => {
      assert.ok(visibleLength(shorten(text, width)) <= Math.max(width, 1));
    }),
  );
});

test('all lines of a table without colours are as wide as the widest or shorter', () => {
  const cell = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
      const lines = table(columns, rows);
      const right = lines.map((line) => line.length);
      assert.equal(new Set(right).size, 1, lines.join('\n'));
    }),
  );
});
