import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseJsonQuery } from '../../../../lib/driver/scenario/json/parse-query.ts';
import { Selection } from '../../../../lib/driver/scenario/json/select.ts';
import { scenarios } from '../../../../lib/driver/scenario/limits.ts';
import { Collected, cuts, feed, pieces, sequence, session } from '../fragments.ts';
import { queryAndDocument, selected, written } from './oracle.ts';

/**
 * The selection of a query from a JSON document does not depend on the fragments in which the document
 * arrives.
 */

function queryOf(text: string) {
  const parsed = parseJsonQuery(text);
  assert.ok('query' in parsed, text);
  return parsed.query;
}

/** The selected values of a document. They must be the same for every cut into fragments. */
function select(query: string, document: string | Buffer, { unquote = true, apart = 1 } = {}): string[] {
  const collected = new Collected();
  const selection = new Selection(queryOf(query), unquote, collected);
  let whole: string[] | undefined;
  for (const fragments of cuts(document, apart)) {
    feed(selection, fragments);
    whole ??= collected.values;
    assert.deepEqual(collected.values, whole, `cut at ${fragments.map(({ length }) => length)}`);
  }
  return whole ?? [];
}

const list = '[\n { "id" : 418, "product" : "Teapots" },\n { "id" : 420, "product" : "Herbs"  } ]';

describe('JSON selection', () => {
  it('row 52: all values of a name in an array, cut at every byte', () =>
    assert.deepEqual(select('.[].id', list), ['418', '420']));

  it('row 53: a whole object', () =>
    assert.deepEqual(select('.foo', '{ "foo": { "bar" : 42 }}'), ['{ "bar" : 42 }']));

  it('row 54: escaped quotes and code units', () =>
    assert.deepEqual(select('.[].foo', '[{"foo":"\\nx\\bx\\f\\rx\\t"},{"foo":"x\\u15dCx\\"x\\/\\\\"}]'), [
      '\nx\bx\f\rx\t',
      'x\u15dcx"x/\\',
    ]));

  const document =
    '{"identifier":"no","id":7,"a":{"b":[{"c":1},{"c":"two"},{"d":null}]},"list":[10,11,12,13],"e":[],"s":"","n":-1.50e+3,"deep":[[1,[2]],[3]]}';
  const rows: readonly (readonly [query: string, values: readonly string[]])[] = [
    ['.id', ['7']],
    ['.i', []],
    ['.a.b[].c', ['1', 'two']],
    ['.a.b[1].c', ['two']],
    ['.a.b.[1:2].c', ['two']],
    ['.a.b[2].d', ['null']],
    ['.a.b[:1].c', ['1', 'two']],
    ['.a.b[9].c', []],
    ['.list[2:]', ['12', '13']],
    ['.list[1:2]', ['11', '12']],
    ['.list.length', []],
    ['.[0]', []],
    ['.e[]', []],
    ['.e', ['[]']],
    ['.s', ['']],
    ['.n', ['-1.50e+3']],
    ['.deep[][]', ['1', '[2]', '3']],
    ['.deep[0][1]', ['[2]']],
    ['.a.b', ['[{"c":1},{"c":"two"},{"d":null}]']],
  ];
  for (const [query, values] of rows)
    it(`${query} selects ${values.join(' and ') || 'nothing'}`, () =>
      assert.deepEqual(select(query, document, { apart: 7 }), values));

  it('a name is compared as a whole and however it is written', () => {
    assert.deepEqual(select('.id', '{"idx":1,"i":2,"\\u0069\\u0064":3,"id\\u0000":4}'), ['3']);
    assert.deepEqual(select('.ključ', '{"kljuc":1,"ključ":2,"klju\\u010d":3}'), ['2', '3']);
    assert.deepEqual(select('.😀', '{"\\ud83d\\ude00":1,"\\ud83d":2,"😀":3}'), ['1', '3']);
  });

  it('a repeated name is selected each time, in order', () =>
    assert.deepEqual(select('.a', '{"a":1,"a":{"a":2},"b":{"a":4},"a":3}'), ['1', '{"a":2}', '3']));

  it('without unquote values stay as they are written', () =>
    assert.deepEqual(select('.[]', '["a\\"b", "\\u00e9", 1.0, true]', { unquote: false }), [
      '"a\\"b"',
      '"\\u00e9"',
      '1.0',
      'true',
    ]));

  it('surrogate pairs become one character, halves the replacement character', () =>
    assert.deepEqual(
      select('.[]', '["\\ud83d\\ude00x","\\ud83d","\\ude00","\\ud83dx","\\ud83d\\ud83d\\ude00"]', {
        apart: 5,
      }),
      ['😀x', '\ufffd', '\ufffd', '\ufffdx', '\ufffd😀'],
    ));

  it('text of several bytes a character is passed on', () =>
    assert.deepEqual(select('.a', '{"a":"čaj 茶 😀"}'), ['čaj 茶 😀']));

  it('an empty body holds nothing, and a byte order mark is skipped', () => {
    assert.deepEqual(select('.a', ''), []);
    assert.deepEqual(select('.a', ' \n'), []);
    assert.deepEqual(select('.a', '\ufeff{"a":1}'), ['1']);
    assert.deepEqual(select('.a', '12'), []);
  });

  it('several documents in a row are several answers', () => {
    const collected = new Collected();
    const selection = new Selection(queryOf('.a'), true, collected);
    selection.begin(session, sequence);
    for (const text of ['{"a":1}', '{"a":"two"}', '[3]', '{"a":4}'])
      selection.data(session, sequence, Buffer.from(text), true);
    assert.deepEqual(collected.values, ['1', 'two', '4']);
  });

  it('the state of an incomplete response is dropped', () => {
    const collected = new Collected();
    const selection = new Selection(queryOf('.a'), true, collected);
    for (const text of ['{"a":[1,{"b":"x', '{"a":"x\\ud83d', '{"a":"x\\u00', '{"a":12', '{"\\u0061', '{"a']) {
      selection.begin(session, sequence);
      selection.data(session, sequence, Buffer.from(text), false);
    }
    feed(selection, [Buffer.from('{"b":0,"a":"new"}')]);
    assert.deepEqual(collected.values, ['new']);

    const inner = new Selection(queryOf('.a.b'), true, collected);
    inner.begin(session, sequence);
    inner.data(session, sequence, Buffer.from('{"a":{'), false);
    feed(inner, [Buffer.from('{"c":{"b":"other"},"a":{"b":"new"}}')]);
    assert.deepEqual(collected.values, ['new']);
  });
});

describe('invalid JSON', () => {
  const rows: readonly (readonly [text: string, message: string])[] = [
    ['{"truncated":', 'JSON ends after 13 bytes, where a value was expected'],
    ['{"a":"tru', 'JSON ends after 9 bytes, where the end of a string was expected'],
    ['[1', 'JSON ends after 2 bytes, where the end of a value was expected'],
    ['{', "JSON ends after 1 byte, where a name in quotes or '}' was expected"],
    ['-', 'JSON ends after 1 byte, where the end of a value was expected'],
    ['<html>', "JSON is malformed at byte 0: expected a value, found '<'"],
    ['{"a":1,}', "JSON is malformed at byte 7: expected a name in quotes, found '}'"],
    ['{"a" 1}', "JSON is malformed at byte 5: expected ':', found '1'"],
    ['[1 2]', "JSON is malformed at byte 3: expected ',' or the closing bracket, found '2'"],
    ['[1}', "JSON is malformed at byte 2: expected ',' or the closing bracket, found '}'"],
    ['[01]', "JSON is malformed at byte 2: expected ',' or the closing bracket, found '1'"],
    ['[1.]', "JSON is malformed at byte 3: expected a digit, found ']'"],
    ['[trve]', "JSON is malformed at byte 3: expected true, found 'v'"],
    ['["\\x"]', "JSON is malformed at byte 3: expected an escape, found 'x'"],
    ['["\\u00g0"]', "JSON is malformed at byte 6: expected four hex digits, found 'g'"],
    ['{} {}', "JSON is malformed at byte 3: expected nothing more, found '{'"],
    ['[\u00e9]', "JSON is malformed at byte 1: expected a value or ']', found 0xc3"],
  ];
  for (const [text, message] of rows)
    it(`row 48: ${text} is refused with its place, however it is cut`, () => {
      const selection = new Selection(queryOf('.[]'), true, new Collected());
      for (const fragments of cuts(text)) assert.throws(() => feed(selection, fragments), { message });
    });

  it('is refused where it is nested too deeply', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    const selection = new Selection(queryOf('.a'), true, new Collected());
    feed(selection, [Buffer.from(nested(scenarios.jsonDepthMax))]);
    assert.throws(
      () => feed(selection, [Buffer.from(nested(scenarios.jsonDepthMax + 1))]),
      /^Error: JSON is nested more than 512 levels deep at byte 512$/,
    );
  });

  it('is what JSON.parse refuses', () => {
    const token = fc.constantFrom(
      ...'{}[]:,"\\-0123.eE+ tfn\n',
      'true',
      'false',
      'null',
      '"a"',
      '\\u00',
      '1e5',
    );
    const text = fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(''));
    const selection = new Selection(queryOf('.[]'), true, new Collected());
    const accepts = (act: () => unknown): boolean => {
      try {
        act();
        return true;
      } catch {
        return false;
      }
    };
    // The product also accepts control characters inside strings, and an empty text. JSON.parse does not.
    const plain = text.filter((each) => each.trim() !== '' && !/"[^"]*\n/.test(each));
    fc.assert(
      fc.property(plain, fc.integer({ min: 1, max: 5 }), (each, size) =>
        assert.equal(
          accepts(() => feed(selection, pieces(each, size))),
          accepts(() => JSON.parse(each)),
        ),
      ),
      { numRuns: 5000 },
    );
  });
});

describe('any document, query and cut', () => {
  it('gives what a walk through the parsed document gives', () =>
    fc.assert(
      fc.property(queryAndDocument, fc.integer({ min: 1, max: 40 }), ({ query, document, indent }, size) => {
        const text = JSON.stringify(document, null, indent);
        const expected = selected(query, JSON.parse(text));
        const [raw, unquoted] = [new Collected(), new Collected()];
        feed(new Selection(query, false, raw), pieces(text, size));
        feed(new Selection(query, true, unquoted), pieces(text, size));
        assert.deepEqual(
          raw.values.map((value) => JSON.parse(value)),
          expected,
        );
        assert.deepEqual(
          unquoted.values,
          expected.map((value, index) => (typeof value === 'string' ? written(value) : raw.values[index])),
        );
      }),
      { numRuns: 2000 },
    ));
});

describe('memory', () => {
  it('row 61 (JSON): a value of 10 MB passes through in the fragments in which it came, and nothing is kept of it', () => {
    const chunk = Buffer.alloc(64 * 1024, 'a');
    let [longest, total, values] = [0, 0, 0];
    const selection = new Selection(queryOf('.foo'), true, {
      data(_session, _sequence, bytes, last) {
        // The value is a view of the fragment itself, so no bytes were copied.
        if (bytes.length > 0) assert.equal(bytes.buffer, chunk.buffer);
        longest = Math.max(longest, bytes.length);
        total += bytes.length;
        if (last) values += 1;
      },
    });
    selection.begin(session, sequence);
    selection.data(session, sequence, Buffer.from('{"crap":[1,2],"foo":"'), false);
    for (let sent = 0; sent < 160; sent += 1) selection.data(session, sequence, chunk, false);
    selection.data(session, sequence, Buffer.from('"}'), true);
    assert.deepEqual([longest, total, values], [64 * 1024, 160 * 64 * 1024, 1]);
  });
});
