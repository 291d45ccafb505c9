import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visible } from '../../../lib/web/json/visible.ts';

test('characters that set the direction of text are escapes, and the JSON has the same value', () => {
  const text = JSON.stringify('a\u202eb\u2066c\u2069\u200f\u061c \u05d0 \\ \u2028');
  assert.equal(visible(text), '"a\\u202eb\\u2066c\\u2069\\u200f\\u061c \u05d0 \\\\ \u2028"');
  assert.equal(JSON.parse(visible(text)), JSON.parse(text));
});
