import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { piecesIn, piecesOf, type Span } from '../../../lib/results/json/value-spans.ts';
import { documents } from '../run-index/documents.ts';
import { cut, utf8 } from '../run-index/stored.ts';

/**
 * The offsets of the members or elements of a root value are found, for a document in memory and in a stream.
 */

async function* streamed(bytes: Uint8Array, ...sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  yield* cut(bytes, sizes);
}
const shown = (bytes: Uint8Array, { start, end }: Span): string =>
  Buffer.from(bytes.subarray(start, end)).toString();
const long = 'é'.repeat(1_500_000);

suite('pieces of a document', () => {
  for (const [what, text, root, inner] of [
    [
      'members, of one name the last',
      ' {"a" : 1,"b":[2, {"a":3}],"a":"x"}\n',
      1,
      { a: '"x"', b: '[2, {"a":3}]' },
    ],
    ['elements by their indexes', '[ 1,{"a":[2]},[ ] ,true]', 0, { 0: '1', 1: '{"a":[2]}', 2: '[ ]' }],
    ['names with escapes', '{"\\u0061":1,"":2}', 0, { a: '1', '': '2' }],
    ['none of a number', ' 17 ', 1, {}],
    ['values beside very long ones', `{"c":"${long}","${long}":1,"a":2}`, 0, { c: `"${long}"`, a: '2' }],
    [
      'elements beside very long ones',
      `["${long}","${long}",{"b":1}]`,
      0,
      { 0: `"${long}"`, 1: `"${long}"`, 2: '{"b":1}' },
    ],
    ['members that have very long ones', `{"c":{"x":"${long}"}}`, 0, { c: `{"x":"${long}"}` }],
    ['none of a very long text', ` "${long}"`, 1, {}],
  ] as const)
    test(`are ${what}`, async () => {
      const bytes = utf8(text);
      const keys = new Set(['a', 'b', 'c', '', '0', '1', '2']);
      const found = [piecesOf(bytes, keys), await piecesIn(streamed(bytes, 700_001, 3), keys)];
      for (const pieces of found) {
        assert.equal(shown(bytes, pieces.root), text.trim());
        assert.equal(pieces.root.start, root);
        const texts = [...pieces.inner].map(([key, span]) => [key, shown(bytes, span)]);
        assert.deepEqual(Object.fromEntries(texts), inner);
      }
    });

  test('are not those of a long name that ends like another one', async () => {
    const [first, second] = [utf8(`{"b":1,"${'x'.repeat(2_000_000)}`), utf8('b":2}')];
    const bytes = Buffer.concat([first, second]);
    const { inner } = await piecesIn(streamed(bytes, first.length, second.length), new Set(['b']));
    assert.deepEqual(
      [...inner.values()].map((span) => shown(bytes, span)),
      ['1'],
    );
  });

  test('are the same in passing, wherever the document is cut', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
    const keys = new Set(['a', 'b', '$schema', '', '0', '1', '7']);
    await fc.assert(
      fc.asyncProperty(documents, sizes, async (text, some) => {
        const bytes = utf8(text);
        assert.deepEqual(await piecesIn(streamed(bytes, ...some), keys), piecesOf(bytes, keys));
      }),
      { numRuns: 100 },
    );
  });

  test('are refused of what is no JSON, with its first mistake', async () => {
    for (const text of ['{"a":1', '[1,]', '', `[1,]${' '.repeat(3_000_000)}`]) {
      const bytes = utf8(text);
      assert.throws(() => piecesOf(bytes), { code: 'NOT_JSON' });
      await assert.rejects(piecesIn(streamed(bytes, 2, 1_000_000), new Set()), { code: 'NOT_JSON' });
    }
  });
});
