import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson } from '../../../../lib/results/query/sql/sql-json-path.ts';
import { jsonbText, limited } from './answer.ts';

// The printing of a large answer stops at the deadline, and soon after the maximum length.

const many = readJson(JSON.stringify(Array.from({ length: 50_000 }, (_, at) => at)));
const named = readJson(
  JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`${at}`, at]))),
);

test('printing stops when the time or the steps are over', () => {
  for (const value of [many, named]) {
    assert.throws(() => jsonbText(value, limited({ checks: 2 })), { sqlState: '57014' });
    assert.throws(() => jsonbText(value, limited({ steps: 1000 })), { sqlState: '57014' });
  }
});

test('a text is as long as it may be', () => {
  assert.equal(jsonbText('a\n', limited({ length: 5 })), '"a\\n"');
  assert.throws(() => jsonbText('a\n', limited({ length: 4 })), { sqlState: '54000' });
  assert.equal(jsonbText(readJson('1e5'), limited({ length: 6 })), '100000');
  assert.throws(() => jsonbText(readJson('1e5'), limited({ length: 5 })), { sqlState: '54000' });
});
