/**
 * The functions that find the end of a JSON token, each from an offset in a text to the byte after the token,
 * or to the first mistake.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeName, isWritten } from '../../../lib/results/json/decode-utf8.ts';
import { useMemory } from '../../../lib/results/json/machine/memory.ts';
import { stringEnd } from '../../../lib/results/json/machine/strings.ts';
import { escapeLength, isBlank } from '../../../lib/results/json/tokens.ts';

/** The text between `[` and a byte 0. The loops of the functions stop at the 0. */
const framed = (text: string): Uint8Array => new TextEncoder().encode(`[${text}\0`);

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
  const memory = new ArrayBuffer(64);
  useMemory(memory, () => 1);
  for (const [text, length, isRight] of strings) {
    new Uint8Array(memory).set(framed(text));
    assert.equal(stringEnd(1), isRight ? 1 + length : -1 - (1 + length), text);
  }
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

test('blanks', () => {
  for (let code = 0; code < 256; code += 1)
    assert.equal(isBlank(code), ' \t\r\n'.includes(String.fromCharCode(code)));
  assert.equal(isBlank(undefined), false);
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
