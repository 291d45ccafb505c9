import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { exchanges } from '../../../../lib/driver/http/exchange/limits.ts';
import type { Transformer } from '../../../../lib/driver/model/handlers.ts';
import { parseJsonQuery } from '../../../../lib/driver/scenario/json/parse-query.ts';
import { Rewriting } from '../../../../lib/driver/scenario/json/rewrite.ts';
import { Collected, cuts, feed, pieces, sequence, session } from '../fragments.ts';
import { queryAndDocument, rewritten, written } from './oracle.ts';

/**
 * A document is passed on without its matches, or with other values in their place. It is valid JSON for any
 * fragments.
 */

function queryOf(text: string) {
  const parsed = parseJsonQuery(text);
  assert.ok('query' in parsed, text);
  return parsed.query;
}

/** The document after the rewrite. It must be the same for every cut into fragments. */
function rewrite(
  query: string,
  document: string,
  replace?: Transformer,
  { unquote = true, apart = 1 } = {},
): string {
  const collected = new Collected();
  const rewriting = new Rewriting(queryOf(query), replace, unquote, collected);
  let whole: readonly string[] | undefined;
  for (const fragments of cuts(document, apart)) {
    feed(rewriting, fragments);
    whole ??= collected.values;
    assert.deepEqual(collected.values, whole, `cut at ${fragments.map(({ length }) => length)}`);
  }
  assert.equal(whole?.length, 1);
  return whole[0] ?? '';
}

const goods =
  '[\n { "id" : 418, "product" : "Teapots", "units" : 123 },\n { "product" : "Herbs", "id" : 420, "units" : 321  },\n { "id" : 450, "product" : "Papers" }\n]';
const withoutProduct = [{ id: 418, units: 123 }, { id: 420, units: 321 }, { id: 450 }];
const obscure: Transformer = (_session, _sequence, match) =>
  Buffer.from(JSON.stringify('x'.repeat(match.length)));
const nothing: Transformer = () => Buffer.alloc(0);

describe('JSON deletion', () => {
  it('row 55: a member goes from each item, the others stay', () =>
    assert.deepEqual(JSON.parse(rewrite('.[].product', goods, undefined, { apart: 5 })), withoutProduct));

  it('row 56: an item goes by its index', () => {
    const rows = JSON.parse(goods) as unknown[];
    assert.deepEqual(JSON.parse(rewrite('.[1]', goods, undefined, { apart: 5 })), [rows[0], rows[2]]);
  });

  it('row 59: in fragments of 1, 2, 3, 5, 7 and 11 bytes', () => {
    for (const size of [1, 2, 3, 5, 7, 11]) {
      const collected = new Collected();
      feed(new Rewriting(queryOf('.[].product'), undefined, true, collected), pieces(goods, size));
      assert.deepEqual(JSON.parse(collected.values[0] ?? ''), withoutProduct);
    }
  });

  const rows: readonly (readonly [query: string, document: string, result: string])[] = [
    ['.a', '{"a":1}', '{}'],
    ['.a', '{"x,y":1,"a":2}', '{"x,y":1}'],
    ['.a', '{"a":1,"b":2}', '{"b":2}'],
    ['.b', '{"a":1,"b":2}', '{"a":1}'],
    ['.b', '{"a":1,"b":2,"c":3}', '{"a":1,"c":3}'],
    ['.a', '{"a":1,"a":2,"b":3,"a":4}', '{"b":3}'],
    ['.a', ' { "a" : 1 , "b" : 2 } ', ' {  "b" : 2 } '],
    ['.[]', '[1,[2],{}]', '[]'],
    ['.[0]', '[1,2,3]', '[2,3]'],
    ['.[2]', '[1,2,3]', '[1,2]'],
    ['.[0:1]', '[1,2,3]', '[3]'],
    ['.a[]', '{"a":[1,2],"b":[3]}', '{"a":[],"b":[3]}'],
    ['.[].a[0]', '[{"a":[1,2]},{"a":[]},{"a":[3]},[4]]', '[{"a":[2]},{"a":[]},{"a":[]},[4]]'],
    ['.a', '{"a":{"a":"}"}}', '{}'],
    ['.x', ' {"a" : [ 1 , 2 ] , "b":{ }}\n', ' {"a" : [ 1 , 2 ] , "b":{ }}\n'],
    ['.[5]', '[ 1 , 2 ]', '[ 1 , 2 ]'],
    ['.a', '', ''],
    ['.a', '\ufeff{"a":1}', '\ufeff{}'],
  ];
  for (const [query, document, result] of rows)
    it(`of ${query} from ${document.trim()} leaves ${result.trim()}`, () =>
      assert.equal(rewrite(query, document), result));
});

describe('JSON replacement', () => {
  it('row 57: by a text as long as the value', () =>
    assert.deepEqual(
      (JSON.parse(rewrite('.[].product', goods, obscure, { apart: 5 })) as { product: string }[]).map(
        ({ product }) => product,
      ),
      ['xxxxxxx', 'xxxxx', 'xxxxxx'],
    ));

  it('row 58: by nothing removes the item', () => {
    assert.equal(rewrite('.[1]', '[1,2,3]', nothing), '[1,3]');
    assert.equal(rewrite('.[0]', '[1,2,3]', nothing), '[2,3]');
    assert.equal(rewrite('.a', '{"a":1,"b":2}', nothing), '{"b":2}');
  });

  it('some matches go and some stay', () => {
    const odd: Transformer = (_session, _sequence, match) =>
      Number(match) % 2 === 1 ? Buffer.from(`"${match}"`) : Buffer.alloc(0);
    assert.equal(rewrite('.[]', '[2, 1, 4, 3, 6]', odd), '[ "1", "3"]');
  });

  it('a transformer gets text without quotes and escapes, or as it is written', () => {
    const seen = new Set<string>();
    const look: Transformer = (_session, _sequence, match) => {
      seen.add(match.toString());
      return Buffer.from('0');
    };
    assert.equal(rewrite('.a', '{"a":"x\\n\\u00e9\\"","b":1}', look), '{"a":0,"b":1}');
    assert.equal(rewrite('.a', '{"a":"x\\n\\u00e9\\"","b":1}', look, { unquote: false }), '{"a":0,"b":1}');
    assert.deepEqual([...seen], ['x\né"', '"x\\n\\u00e9\\""']);
  });

  it('keeps no more than a bound of a match, and forgets what a response left behind that ended too early', () => {
    const collected = new Collected();
    const rewriting = new Rewriting(queryOf('.a'), obscure, true, collected);
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    rewriting.begin(session, sequence);
    rewriting.data(session, sequence, Buffer.from('{"b":1,"a":"'), false);
    assert.throws(() => {
      for (let sent = 0; sent <= exchanges.valueBytesMax; sent += chunk.length)
        rewriting.data(session, sequence, chunk, false);
    }, /^Error: a member of a JSON document has more than 16,777,216 bytes$/);
    feed(rewriting, [Buffer.from('{"a":"bc","b":2}')]);
    assert.deepEqual(collected.values, ['{"a":"xx","b":2}']);
    const deleting = new Rewriting(queryOf('.a'), undefined, true, collected);
    for (const text of ['{"b":1', '{"b":1,', '{"b":1,"a":2']) {
      deleting.begin(session, sequence);
      deleting.data(session, sequence, Buffer.from(text), false);
      feed(deleting, [Buffer.from('{"a":1,"b":2}')]);
      assert.deepEqual(collected.values, ['{"b":2}']);
    }
  });
});

describe('any document, query and cut', () => {
  const none = (): undefined => undefined;
  const quote = (match: unknown) => (typeof match === 'string' ? `<${match}>` : 'other');
  const quoting: Transformer = (_session, _sequence, match) => {
    const text = match.toString();
    return Buffer.from(text.startsWith('"') ? JSON.stringify(`<${JSON.parse(text)}>`) : '"other"');
  };
  for (const [name, transformer, change] of [
    ['deletion', undefined, none],
    ['removal', nothing, none],
    ['replacement', quoting, quote],
  ] as const)
    it(`a ${name} is that of the parsed document`, () =>
      fc.assert(
        fc.property(
          queryAndDocument,
          fc.integer({ min: 1, max: 40 }),
          ({ query, document, indent }, size) => {
            const text = JSON.stringify(document, null, indent);
            const collected = new Collected();
            feed(new Rewriting(query, transformer, false, collected), pieces(text, size));
            const expected = rewritten(query, JSON.parse(text), change);
            assert.equal(
              JSON.stringify(JSON.parse(collected.values[0] ?? '')),
              JSON.stringify(JSON.parse(written(JSON.stringify(expected)))),
            );
          },
        ),
        { numRuns: 2000 },
      ));
});

describe('memory', () => {
  it('row 61 (JSON): 10 MB that are deleted or stay pass without being collected', () => {
    const chunk = Buffer.alloc(64 * 1024, 'a');
    const sizes: number[] = [];
    const rewriting = new Rewriting(queryOf('.remove'), undefined, true, {
      data(_session, _sequence, bytes) {
        if (bytes.length > 64) assert.equal(bytes.buffer, chunk.buffer);
        sizes.push(bytes.length);
      },
    });
    rewriting.begin(session, sequence);
    for (const name of ['keep', 'remove', 'more']) {
      const opening = name === 'keep' ? '{' : ',';
      rewriting.data(session, sequence, Buffer.from(`${opening}"${name}":"`), false);
      for (let sent = 0; sent < 160; sent += 1) rewriting.data(session, sequence, chunk, false);
      rewriting.data(session, sequence, Buffer.from('"'), false);
    }
    rewriting.data(session, sequence, Buffer.from('}'), true);
    assert.equal(sizes.filter((size) => size === chunk.length).length, 320);
    assert.equal(
      sizes.reduce((sum, size) => sum + size),
      320 * chunk.length + '{"keep":"","more":""}'.length,
    );
  });
});
