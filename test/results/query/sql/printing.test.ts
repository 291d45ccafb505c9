import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonbText, readJson } from '../../../../lib/results/query/sql/sql-json-path.ts';
import { free, limited } from './answer.ts';

// Printing stops in time, and does not exceed its maximum length by much.

const many = readJson(JSON.stringify(Array.from({ length: 50_000 }, (_, at) => at)));
const named = readJson(
  JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`${at}`, at]))),
);
const long = 'ab\n'.repeat(200_000);

test('printing stops when the time or the steps are over', () => {
  for (const value of [many, named, [long]]) {
    assert.throws(() => jsonbText(value, limited({ checks: 2 })), { sqlState: '57014' });
    assert.throws(() => jsonbText(value, limited({ steps: 1000 })), { sqlState: '57014' });
  }
});

test('a text that cannot fit is refused before it is escaped', () => {
  assert.throws(() => jsonbText(long, limited({ length: long.length })), { sqlState: '54000' });
  // With escapes it would exceed the maximum length of a string.
  const huge = '\u0001'.repeat(100_000_000);
  assert.throws(() => jsonbText([huge], limited({ length: 1000 })), { sqlState: '54000' });
  assert.throws(() => jsonbText([huge], limited({ length: 101_000_000 })), { sqlState: '54000' });
});

test('a text is as long as it may be', () => {
  assert.equal(jsonbText('a\n', limited({ length: 5 })), '"a\\n"');
  assert.throws(() => jsonbText('a\n', limited({ length: 4 })), { sqlState: '54000' });
  assert.equal(jsonbText(readJson('1e5'), limited({ length: 6 })), '100000');
  assert.throws(() => jsonbText(readJson('1e5'), limited({ length: 5 })), { sqlState: '54000' });
});

test('long strings are printed as short ones, surrogates at any place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(3), (text, shift) => {
      const repeated = '.'.repeat(shift) + `${text}\ud83d\ude00\ud83d"`.repeat(20_000);
      assert.equal(jsonbText(repeated, free()), JSON.stringify(repeated));
    }),
    { numRuns: 20 },
  );
});
