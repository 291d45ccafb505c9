import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalOf } from '../../../../lib/repository/records/labels/parse-decimal.ts';

test('a text is recognised as a decimal number in a time that is linear in its length', () => {
  for (const text of ['1', ' -1.5 ', '+.5', '5.', '1e3', '1.E-3', '0'.repeat(300_000)])
    assert.equal(decimalOf(text), Number(text), text.slice(0, 10));
  for (const text of ['', '.', '0x10', '1 2', '1e', `${'0'.repeat(300_000)}!`, `1${' '.repeat(300_000)}!`])
    assert.equal(decimalOf(text), undefined, text.slice(0, 10));
});
