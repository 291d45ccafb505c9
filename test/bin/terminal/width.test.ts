import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widthOf } from '../../../bin/terminal/width.ts';

test('a letter takes the same columns in a text that is measured letter by letter', () => {
  for (let code = 0x20; code < 0x500; code += 1) {
    const letter = String.fromCharCode(code);
    // A preceding letter of two columns makes `widthOf` look at each letter.
    const alone = widthOf(`x${letter}`);
    assert.equal(widthOf(`\u4e2dx${letter}`), 2 + alone, `U+${code.toString(16)}`);
  }
  assert.deepEqual(['12.5\u00b5s', 'so\u00adft', 'e\u0301'].map(widthOf), [6, 4, 1]);
});
