import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { laidOut } from '../../bin/terminal/json.ts';

test('JSON text is laid out as JSON.stringify would with two spaces', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.equal(laidOut(JSON.stringify(value)), JSON.stringify(value, null, 2));
      assert.equal(laidOut(JSON.stringify(value, null, 7)), JSON.stringify(value, null, 2));
    }),
  );
});

test('numbers, order and repeated members stay as they were', () => {
  assert.equal(
    laidOut('{"b":12345678901234567890,"a":1.0,"b":[]}'),
    '{\n  "b": 12345678901234567890,\n  "a": 1.0,\n  "b": []\n}',
  );
});

test('a string of a million characters is no trouble', () => {
  const json = JSON.stringify({ text: '\\"x'.repeat(300_000) });
  assert.deepEqual(JSON.parse(laidOut(json)), JSON.parse(json));
});
