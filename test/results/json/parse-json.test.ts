/** A JSON body is parsed, or rejected with the place of its first mistake. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { isComposite, kind } from '../../../lib/results/json/kind.ts';
import { notJson, parseJson } from '../../../lib/results/json/parse-json.ts';

const utf8 = new TextEncoder();

test('a byte order mark is skipped', () =>
  assert.deepEqual(parseJson(utf8.encode('\ufeff{"a":[1,null]}')), { a: [1, null] }));

test('a mistake is named, also in deep nesting and in bytes that are not UTF-8', () => {
  const deep = '['.repeat(9999);
  const cases: readonly (readonly [Uint8Array, RegExp])[] = [
    [utf8.encode(''), /^the body is not JSON: it is empty$/],
    [utf8.encode('{"a":}'), /the body is not JSON: line 1, column 6: expected a value, found "}"/],
    [utf8.encode(`${deep}]]}`), /column 10002: expected "," or "]", found "}"/],
    [Uint8Array.of(0x22, 0xff, 0x22), /column 2: expected UTF-8, found the byte 0xff/],
    [
      gzipSync('{}'),
      /^the body is not JSON: it is compressed with gzip; send the header content-encoding: gzip/,
    ],
    [zstdCompressSync('{}'), /content-encoding: zstd/],
  ];
  for (const [bytes, message] of cases)
    assert.throws(() => parseJson(bytes), { code: 'NOT_JSON', status: 400, message });
  const cause = new Error('why');
  assert.equal(notJson('there', cause).cause, cause);
});

test('a text with more than 100,000 levels is rejected before the parser of V8 reads the text', (t) => {
  const parse = t.mock.method(JSON, 'parse');
  const levels = (count: number): Uint8Array =>
    utf8.encode(`{"a":${'['.repeat(count - 1)}${']'.repeat(count - 1)}}`);
  const message =
    'the body is not JSON: line 1, column 100005: expected at most 100000 levels of arrays and objects inside each other, found "["';
  assert.throws(() => parseJson(levels(100_001)), { code: 'NOT_JSON', message });
  assert.equal(parse.mock.callCount(), 0);
  assert.ok(parseJson(levels(100_000)));
});

test('brackets in strings are not levels', () => {
  const text = '['.repeat(200_000);
  for (const value of [text, `\\"${text}`, `${text}\\`, { [text]: [text] }])
    assert.deepEqual(parseJson(utf8.encode(JSON.stringify(value))), value);
});

test('kinds are bits, and two of them are of values with values inside', () => {
  assert.deepEqual(
    Object.entries(kind).filter(([, bit]) => isComposite(bit)),
    [
      ['object', kind.object],
      ['array', kind.array],
    ],
  );
  assert.equal(new Set(Object.values(kind)).size, 6);
  assert.equal(isComposite(kind.null | kind.array), true);
  assert.equal(isComposite(kind.null | kind.boolean | kind.number | kind.string), false);
});
