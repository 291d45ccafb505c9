import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plain } from '../../../bin/terminal/control-characters.ts';
import { paintOf } from '../../../bin/terminal/paint.ts';
import { wrap } from '../../../bin/terminal/wrap.ts';

test('a sentence breaks between words, and its further lines are indented', () => {
  const table: readonly [
    text: string,
    width: number | undefined,
    hanging: number,
    lines: readonly string[],
  ][] = [
    ['one two three', undefined, 2, ['one two three']],
    ['one two three', 13, 2, ['one two three']],
    ['one two three', 12, 2, ['one two', '  three']],
    ['one two three', 5, 2, ['one', '  two', '  three']],
    ['  one two three', 10, 4, ['  one two', '    three']],
    ['a http://a.very.long/address b', 10, 0, ['a', 'http://a.very.long/address', 'b']],
    ['', 10, 2, ['']],
  ];
  for (const [text, width, hanging, lines] of table)
    assert.deepEqual(wrap(text, width, hanging), lines, text);
});

test('no word is lost, cut or reordered, and a line is only too long for one word', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(
      words,
      fc.integer({ min: 4, max: 40 }),
      fc.integer({ min: 0, max: 3 }),
      (output, width, hanging) => {
        const lines = wrap(output.join(' '), width, hanging);
        assert.deepEqual(lines.join(' ').trim().split(/ +/), output);
        for (const line of lines) assert.ok(line.length <= width || !line.trim().includes(' '), line);
      },
    ),
  );
});

test('colours take no room', () => {
  const paint = paintOf(true);
  const lines = wrap(`${paint.red('✗ failed')} one two`, 16, 2);
  assert.deepEqual(lines.map(plain), ['✗ failed one two']);
});
