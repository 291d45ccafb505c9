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
