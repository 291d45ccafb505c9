import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withCaret } from '../../../bin/query/caret.ts';
import { widthOf } from '../../../bin/terminal/width.ts';

test('a caret is below the character, whatever is before it', () => {
  const rows: [name: string, text: string, at: number, caret: string][] = [
    ['nothing', 'a', 0, '  ^'],
    ['the whole text', '$.results[', 10, '            ^'],
    ['a character of two code units and two columns', '$.\u{1f984}[', 3, '      ^'],
    ['a wide character', '$.\u4e2d[', 3, '      ^'],
    ['a letter with a combining accent', '$.e\u0301[', 4, '     ^'],
    ['an accented letter', '$.\u00e9[', 3, '     ^'],
    ['a tab, which ends at the same stop below', '$.a\t[', 4, '     \t^'],
    ['tabs and wide characters', '\t\u4e2d\t[', 3, '  \t  \t^'],
    ['what a terminal would obey', '$.\u001b[', 3, '     ^'],
  ];
  for (const [name, text, at, caret] of rows) {
    const lines = withCaret(text, at, '^');
    assert.equal(lines.length, 2, name);
    assert.equal(lines[1], caret, name);
  }
});

test('a text of several lines has the caret below the line with the place', () => {
  const text = '$.a\n ? (@ ==)\n.b';
  assert.deepEqual(withCaret(text, 12, '^'), ['  $.a', '   ? (@ ==)', '          ^', '  .b']);
  assert.deepEqual(withCaret(text, 4, '^'), ['  $.a', '   ? (@ ==)', '  ^', '  .b']);
  assert.deepEqual(withCaret('$.a\n', 4, '^'), ['  $.a', '  ', '  ^']);
});

test('a line that is too wide is cut around the place, and never to less than ten columns', () => {
  const text = 'abcdefghijklmnopqrstuvwxyz';
  const rows: [at: number, width: number, lines: string[]][] = [
    [0, 14, ['  abcdefghi…', '  ^']],
    [0, 1, ['  abcdefghi…', '  ^']],
    [0, 15, ['  abcdefghij…', '  ^']],
    [4, 14, ['  abcdefghi…', '      ^']],
    [5, 14, ['  …bcdefghi…', '       ^']],
    [12, 14, ['  …ijklmnop…', '       ^']],
    [25, 14, ['  …vwxyz', '       ^']],
    [26, 30, ['  …opqrstuvwxyz', '               ^']],
    [26, 31, [`  ${text}`, `  ${' '.repeat(26)}^`]],
  ];
  for (const [at, width, lines] of rows)
    assert.deepEqual(withCaret(text, at, '^', width), lines, `${at} in ${width}`);
  // Lines of the expression without the mistake are cut at their ends.
  assert.deepEqual(withCaret(`${text}\n$.[`, 29, '^', 14), ['  abcdefghi…', '  $.[', '    ^']);
});

test('a control character is shown, not obeyed', () => {
  assert.equal(withCaret('$.\u001b[31m\r', 3, '^')[0], '  $.\ufffd[31m\ufffd');
});

test('on a terminal every line fits, and the caret is still below its character', () => {
  const character = fc.constantFrom('a', '.', '\u4e2d', '\u{1f984}', '\u00e9');
  const marked = fc.record({
    before: fc.array(character, { maxLength: 150 }),
    behind: fc.array(character, { maxLength: 150 }),
    width: fc.integer({ min: 20, max: 100 }),
  });
  fc.assert(
    fc.property(marked, ({ before, behind, width }) => {
      const [line = '', caret = ''] = withCaret(
        [...before, '[', ...behind].join(''),
        before.length,
        '^',
        width,
      );
      assert.ok(widthOf(line) <= width - 1 && widthOf(caret) <= width - 1);
      const above = [...line].findIndex(
        (_, at) => widthOf([...line].slice(0, at).join('')) === caret.length - 1,
      );
      assert.equal([...line][above], '[');
    }),
  );
});
