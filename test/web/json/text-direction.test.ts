import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceParts, visible } from '../../../lib/web/json/text-direction.ts';

test('characters that set the direction of text are escapes, and the JSON has the same value', () => {
  const text = JSON.stringify('a\u202eb\u2066c\u2069\u200f\u061c \u05d0 \\ \u2028');
  assert.equal(visible(text), '"a\\u202eb\\u2066c\\u2069\\u200f\\u061c \u05d0 \\\\ \u2028"');
  assert.equal(JSON.parse(visible(text)), JSON.parse(text));
});

test('a name from right to left is a part of its own, without the numbers after it', () => {
  const parts = sentenceParts(
    'main / \u05e9\u05dc\u05d5\u05dd 7 \u05d1\u05d3\u05d9 0: 25 of 26 requests of a\u202eb failed',
  );
  assert.equal(
    parts.map(({ text, isIsolated }) => (isIsolated ? `<${text}>` : text)).join(''),
    'main / <\u05e9\u05dc\u05d5\u05dd 7 \u05d1\u05d3\u05d9> 0: 25 of 26 requests of a\ufffdb failed',
  );
  assert.deepEqual(sentenceParts('plain'), [{ text: 'plain', isIsolated: false }]);
  assert.deepEqual(sentenceParts(''), []);
});

test('a sentence of many letters from right to left is split in linear time', () => {
  for (const part of ['\u05d0', '\u05d0:', '\u05d0 0 ', '\u05d0a', '0'])
    assert.equal(
      sentenceParts(part.repeat(50_000))
        .map(({ text }) => text)
        .join('').length,
      part.length * 50_000,
    );
});
