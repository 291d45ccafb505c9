/** The tokens of RFC 8259, each from an offset inside a text to the byte after it or to the first mistake. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeName, isWritten } from '../../../lib/results/json/text.ts';
import {
  closes,
  escapeLength,
  expectations,
  isBlank,
  isNumberStart,
  numberEnd,
  state,
  stringEnd,
  wordEnd,
  words,
} from '../../../lib/results/json/tokens.ts';

/** A text after one byte and before a 0, which ends all loops. */
const framed = (text: string): Uint8Array => new TextEncoder().encode(`[${text}\0`);

/** Number of correct bytes; negative when a mistake follows them. */
const numbers: readonly (readonly [text: string, length: number])[] = [
  ['0', 1],
  ['9', 1],
  ['-0', 2],
  ['00', 1],
  ['-', -1],
  ['-a', -1],
  ['a', 0],
  ['1234567890,', 10],
  ['12:', 2],
  ['12/', 2],
  ['1.5', 3],
  ['1.', -2],
  ['1.x', -2],
  ['1.50e', -5],
  ['1e5', 3],
  ['1E5', 3],
  ['1f5', 1],
  ['1e+05]', 5],
  ['1e-5', 4],
  ['1e+', -3],
  ['1e*5', -2],
  ['-12.34E-56 ', 10],
];
test('numbers', () => {
  for (const [text, length] of numbers) {
    const isRight = length > 0;
    assert.equal(numberEnd(framed(text), 1), isRight ? 1 + length : -1 - (1 - length), text);
  }
  for (let code = 0; code < 256; code += 1)
    assert.equal(isNumberStart(code), '-0123456789'.includes(String.fromCharCode(code)), String(code));
});

const strings: readonly (readonly [text: string, length: number, isRight: boolean])[] = [
  ['"', 0, true],
  ['a"b', 1, true],
  ['\u007fü😀"', 7, true],
  ['a', 1, false],
  ['\u001f"', 0, false],
  [' !"', 2, true],
  ['\\"\\\\\\/\\b\\f\\n\\r\\t"', 16, true],
  ['\\u00e9"', 6, true],
  ['\\uABCDx"', 7, true],
  ['\\uabcf\\u0019"', 12, true],
  ['ab\\x"', 2, false],
  ['ab\\u12g4"', 2, false],
  ['ab\\u123', 2, false],
  ['\\', 0, false],
  ['\\u', 0, false],
];
test('strings', () => {
  for (const [text, length, isRight] of strings)
    assert.equal(stringEnd(framed(text), 1), isRight ? 1 + length : -1 - (1 + length), text);
});

test('escapes by how much of them is right', () => {
  for (const [text, length] of [
    ['\\x', 1],
    ['\\', 1],
    ['\\u', 2],
    ['\\ug', 2],
    ['\\u0g', 3],
    ['\\u09/', 4],
    ['\\uaF0:', 5],
    ['\\uaF09', 6],
    ['\\uaF091', 6],
  ] as const)
    assert.equal(escapeLength(framed(text), 1), length, text);
});

test('words', () => {
  for (const word of ['true', 'false', 'null']) {
    const bytes = words[word.charCodeAt(0)];
    assert.ok(bytes !== undefined);
    assert.equal(wordEnd(framed(word), 1, bytes), 1 + word.length);
    for (let right = 1; right < word.length; right += 1)
      for (const wrong of ['', '?', 'U'])
        assert.equal(wordEnd(framed(word.slice(0, right) + wrong), 1, bytes), -1 - (1 + right), word + right);
  }
  assert.deepEqual(
    words.flatMap((word, code) => (word === undefined ? [] : [String.fromCharCode(code)])),
    ['f', 'n', 't'],
  );
});

test('blanks are those of JSON', () => {
  for (let code = 0; code < 256; code += 1)
    assert.equal(isBlank(code), ' \t\r\n'.includes(String.fromCharCode(code)), String(code));
  assert.equal(isBlank(undefined), false);
});

test('brackets and braces close what is open and not waiting for more', () => {
  const closed = (code: string): readonly string[] =>
    Object.entries(state).flatMap(([name, one]) => (closes(code.charCodeAt(0), one) ? [name] : []));
  assert.deepEqual(closed('}'), ['members', 'afterMember']);
  assert.deepEqual(closed(']'), ['items', 'afterItem']);
  assert.deepEqual(closed('a'), []);
  assert.equal(expectations.length, Object.keys(state).length);
});

test('names are compared as they are written and decoded as JSON', () => {
  const bytes = new TextEncoder().encode('"name"');
  const name = new TextEncoder().encode('name');
  assert.equal(isWritten(name, bytes, 1, 5), true);
  assert.equal(isWritten(name, bytes, 1, 4), false);
  assert.equal(isWritten(name, bytes, 0, 4), false);
  assert.equal(isWritten(new TextEncoder().encode('namE'), bytes, 1, 5), false);
  assert.equal(isWritten(new TextEncoder().encode('Name'), bytes, 1, 5), false);
  assert.equal(isWritten(new Uint8Array(), bytes, 3, 3), true);
  assert.equal(decodeName(new TextEncoder().encode('\ufeffa\\u0062\\n😀')), '\ufeffab\n😀');
});
