import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plain } from '../../../bin/terminal/control-characters.ts';
import { laidOut } from '../../../bin/terminal/json-layout.ts';
import { paintOf } from '../../../bin/terminal/paint.ts';

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

const paint = paintOf(true);
const display = (text: string): string => text.split('\n').map(plain).join('\n');

test('names, strings, numbers and words have their colours on a terminal', () => {
  assert.equal(
    laidOut('{"a":["x:",-1.50,true,null]}', paint),
    [
      '{',
      `  ${paint.cyan('"a"')}: [`,
      `    ${paint.green('"x:"')},`,
      `    ${paint.yellow('-1.50')},`,
      `    ${paint.magenta('true')},`,
      `    ${paint.magenta('null')}`,
      '  ]',
      '}',
    ].join('\n'),
  );
});

test('colours change no character of any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value).replaceAll(/[\u007f-\u009f]|\p{Cf}|[\u2028\u2029]/gu, ' ');
      assert.equal(display(laidOut(json, paint)), laidOut(json));
    }),
  );
});

test('a terminal gets no control characters that a document holds', () => {
  const json = '{"\u009b31m":"\u007f\u009b0m"}';
  assert.equal(display(laidOut(json, paint)), '{\n  "\\u009b31m": "\\u007f\\u009b0m"\n}');
  assert.ok(laidOut(json).includes('\u009b31m'));
});
