import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DownpourError } from '../../../../lib/errors.ts';
import { Budget } from '../../../../lib/results/query/budget.ts';
import { Document } from '../../../../lib/results/query/document.ts';
import { rootOf } from '../../../../lib/results/query/jsonpath/json-path.ts';
import { writeMatches } from '../../../../lib/results/query/jsonpath/values/write-json.ts';
import { filterQuery } from '../../../../lib/results/query/query-document.ts';
import { cases } from '../../../runner/cases.ts';

const now = () => 0;
const bytes = (text: string) => new TextEncoder().encode(text);
function all(text: string, document: string): string {
  const { result } = filterQuery(text, { array: true, now }, new Document(bytes(document)));
  return result.value ?? assert.fail(`${text}: ${result.reason}`);
}

const rewritten = (text: string): string =>
  Buffer.from(writeMatches([rootOf(new Document(bytes(text)))], false, new Budget(now))).toString();

const del = '\u007f';

test('a document of nothing but digits to keep has them all', () => {
  const document = `[${Array.from({ length: 3000 }, (_, at) => `${at % 10}.0`)}]`;
  assert.equal(all('$[*]', document), document);
});

test('a value has the digits and the order of the document', () => {
  const rows: readonly (readonly [document: string, expression: string, value: string])[] = [
    ['{"a":1.50}', '$.a', '[1.50]'],
    [String.raw`{"\b\f\n\r\t/\\":1}`, String.raw`$['\b\f\n\r\t\/\\']`, '[1]'],
    ['{"a":9007199254740993}', '$.a', '[9007199254740993]'],
    ['[1e400,-1E-400,1e+2,1E5,0.10e1]', '$[*]', '[1e400,-1E-400,1e+2,1E5,0.10e1]'],
    ['[-0,-0.0,0,0.0,0e0]', '$[*]', '[-0,-0.0,0,0.0,0e0]'],
    ['[0.0000001,0.000001,0.0000010,1e-7,0.1]', '$', '[[0.0000001,0.000001,0.0000010,1e-7,0.1]]'],
    [
      '[123456789012345,1234567890123456,1700000000000000000,12345678901234567890]',
      '$[1:]',
      '[1234567890123456,1700000000000000000,12345678901234567890]',
    ],
    [
      '[12.345678901234567,12.3456789012345678,0.1234567890123456789]',
      '$[1,2,0]',
      '[12.3456789012345678,0.1234567890123456789,12.345678901234567]',
    ],
    [`[${'9'.repeat(400)}.${'0'.repeat(20)}]`, '$[0]', `[${'9'.repeat(400)}.${'0'.repeat(20)}]`],
    ['{ "a" : [ 1.0 , 2.00 ] }', '$.a', '[[1.0,2.00]]'],
    ['{"b":1,"10":2,"9":3}', '$.*', '[1,2,3]'],
    ['{"b":1,"10":2,"9":3}', '$', '[{"b":1,"10":2,"9":3}]'],
    ['{"b":1,"10":2,"9":3}', '$.*~', '["b","10","9"]'],
    ['{"b":1,"10":2,"9":3}', "$['10','9','b']", '[2,3,1]'],
    ['{"x":{"2":{"1":7.0}}}', "$.x['2']['1']", '[7.0]'],
    ['{"x":{"2":{"1":7.0}}}', '$..[?(@property == "1")]', '[7.0]'],
    ['{"x":{"2":{"1":7.0}}}', '$..[?(@parentProperty == "2")]', '[7.0]'],
    ['{"x":{"2":{"1":7.0}}}', `$..[?(@path == "$['x']['2']['1']")]`, '[7.0]'],
    ['{"\\u0031\\u0030":1.0,"a":2,"1":3}', '$.*', '[1.0,2,3]'],
    ['{"\\u0031\\u0030":1.0,"a":2,"1":3}', '$', '[{"10":1.0,"a":2,"1":3}]'],
    [
      '{"01":1,"00":2,"4294967295":3,"4294967296":4,"z":5}',
      '$.*~',
      '["01","00","4294967295","4294967296","z"]',
    ],
    // V8 can take an escaped name for an earlier name with the same first bytes.
    [
      '[{"a":0,"\\\\":1},{"a":0,"\\u0062":2},{"a":0,"\\"":3},{"a":0,"\\n":4}]',
      '$[*].*~',
      '["a","\\\\","a","b","a","\\"","a","\\n"]',
    ],
    ['{"\\\\":1.0,"a\\/b":2,"\\ud800":3,"\\u00e9":4}', '$', '[{"\\\\":1.0,"a/b":2,"\\ud800":3,"é":4}]'],
    ['{"\\\\":1.0,"a\\/b":2,"\\ud800":3,"\\u00e9":4}', "$['\\\\','a/b','é']", '[1.0,2,4]'],
    ['{"\\\\":{"it\'s":7}}', `$..[?(@path == "$['\\\\\\\\']['it\\\\'s']")]`, '[7]'],
    // When an object repeats a name, the last value counts, at the place of the first.
    ['{"a":1,"b":2,"a":3.0}', '$.*', '[3.0,2]'],
    ['{"a":1,"b":2,"a":3.0}', '$.a', '[3.0]'],
    ['{"1":1,"x":2,"\\u0031":3.0}', '$', '[{"1":3.0,"x":2}]'],
    ['{"__proto__":1.0,"x":2,"__proto__":{"y":3.0}}', '$.__proto__', '[{"y":3.0}]'],
    ['{"__proto__":{"y":3.0},"constructor":1e2}', '$.*', '[{"y":3.0},1e2]'],
    // Strings that look like Downpour's own encoding of numbers and names.
    [
      `["${del}n1.50","${del}t1","${del}","\\u007f","\\u007Fn2"]`,
      '$[*]',
      `["${del}n1.50","${del}t1","${del}","${del}","${del}n2"]`,
    ],
    [`{"${del}n1":1.0,"${del}t12":2,"12":3}`, '$', `[{"${del}n1":1.0,"${del}t12":2,"12":3}]`],
    [`{"${del}n1":1.0,"${del}t12":2,"12":3}`, '$.*~', `["${del}n1","${del}t12","12"]`],
    [`{"${del}n1":1.0,"${del}t12":2,"12":3}`, `$['${del}t12','12','${del}n1']`, '[2,3,1.0]'],
    [`{"${del}n1":1.0}`, `$['${del}n1']~`, `["${del}n1"]`],
    [
      `["a\\"${del}n1","\\\\\\"${del}t","${del}${del}n"]`,
      '$',
      `[["a\\"${del}n1","\\\\\\"${del}t","${del}${del}n"]]`,
    ],
    ['["1.50","12","-0","1e400"]', '$', '[["1.50","12","-0","1e400"]]'],
    ['["\\ud800","\\ude00a","\\ud83d\\ude00"]', '$', '[["\\ud800","\\ude00a","😀"]]'],
    ['\ufeff{"a":1.0}', '$.a', '[1.0]'],
    ['-0', '$', '[-0]'],
    ['"12"', '$', '["12"]'],
  ];
  for (const [document, expression, value] of rows)
    assert.equal(all(expression, document), value, `${expression} ${document}`);
});

test('conditions read numbers and texts, not their encoding', () => {
  const document = `{"list":[{"v":1.50},{"v":10.0},{"v":"1.50"},{"v":-0},{"v":1e400},{"v":9007199254740993},{"v":"${del}n1.50"},{"v":[1.0,2]},{"v":{"1":1.0}}]}`;
  const rows: readonly (readonly [condition: string, indexes: readonly number[]])[] = [
    ['@.v == 1.5', [0]],
    ['@.v == "1.50"', [2]],
    [`@.v == "${del}n1.50"`, [6]],
    ['@.v == 10', [1]],
    ['@.v > 9', [1, 4, 5]],
    ['@.v == 0', [3]],
    ['@.v == 9007199254740992', [5]],
    ['@.v * 2 == 3', [0]],
    ['typeof @.v == "number"', [0, 1, 3, 4, 5]],
    ['length(@.v) == 6', [6]],
    ['length(@.v) == 4', [2]],
    ['@.v.length == 4', [2]],
    ['@.v.startsWith("1")', [2]],
    ['@.v.includes(1)', [7]],
    ['@.v.indexOf(1) == 0', [7]],
    ['@.v == $.list[7].v', [7]],
    ["@.v['1'] == 1", [8]],
    ["search(@.v, '1')", [2, 6]],
    ['(@.v)', [0, 1, 2, 4, 5, 6, 7, 8]],
    ['value(@.v) == 10', [1]],
    ['@.v[?@ == 1]', [7, 8]],
  ];
  const { list } = JSON.parse(document.replace('1e400', '1e300')) as {
    list: readonly { readonly v: unknown }[];
  };
  for (const [condition, indexes] of rows) {
    const found = JSON.parse(all(`$.list[?${condition}].v`, document).replace('1e400', '1e300')) as unknown[];
    assert.deepEqual(
      found,
      indexes.map((at) => list[at]?.v),
      condition,
    );
  }
  assert.equal(all('$.list[*].v@number()', document), '[1.50,10.0,-0,1e400,9007199254740993]');
  assert.equal(all('$.list[*].v@string()', document), `["1.50","${del}n1.50"]`);
  assert.equal(all('$.list[*].v@integer()', document), '[10.0,-0,9007199254740993]');
});

/** A JSON text without blanks, as Downpour writes it. */
const { tree } = fc.letrec<{ tree: string; members: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    number(),
    fc
      .string({ unit: fc.constantFrom(...'ab1"\\\u007fné😀', 'n1', '\ud800') })
      .map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'false', 'null'),
    fc.array(tie('tree'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    tie('members'),
  ),
  members: fc
    .uniqueArray(
      fc.oneof(fc.nat(20).map(String), fc.string({ unit: fc.constantFrom(...'01a\u007ftn"\\') })),
      { maxLength: 4 },
    )
    .chain((names) =>
      fc.tuple(...names.map((name) => tie('tree').map((value) => `${JSON.stringify(name)}:${value}`))),
    )
    .map((members) => `{${members.join(',')}}`),
}));

function number(): fc.Arbitrary<string> {
  const digits = (min: number, max: number) =>
    fc.string({ unit: fc.constantFrom(...'0019'), minLength: min, maxLength: max });
  return fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.constantFrom('0', '1', '90', '4503599627370497'),
      digits(0, 20),
      digits(0, 3),
      fc.boolean(),
    )
    .map(([sign, whole, fraction, exponent, isPlain]) => {
      const power = isPlain || exponent === '' ? '' : `${exponent.length > 2 ? 'E-' : 'e'}${exponent}`;
      return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}${power}`;
    });
}

test('reading and writing gives any text back, whatever blanks and escapes it had', () => {
  const blank = fc.constantFrom('', ' ', '\n\t', '\r');
  fc.assert(
    fc.property(tree, blank, fc.boolean(), (text, around, escaped) => {
      const written = spread(text, around, escaped);
      assert.equal(rewritten(written), text, written);
    }),
    { numRuns: cases(500, 3000) },
  );
});

/**
 * Adds blanks around punctuation outside of strings. With `escaped`, it also writes the first plain letter of
 * each string as an escape.
 */
function spread(text: string, blank: string, escaped: boolean): string {
  return text.replace(/"(?:\\.|[^"\\])*"|[[\]{},:]/g, (part) => {
    if (!part.startsWith('"')) return `${blank}${part}${blank}`;
    if (!escaped || !/^"[ -!#-[\]-\u007f]/.test(part)) return part;
    return `"\\u${(part.codePointAt(1) ?? 0).toString(16).padStart(4, '0')}${part.slice(2)}`;
  });
}

test('a text is refused when JSON.parse refuses it, and only then', () => {
  const sign = fc.constantFrom(...'{}[],:"0-.e \\\u007f', '1.50', '"a"', '"a":', '[1]', '{}', '');
  fc.assert(
    fc.property(tree, fc.nat(), fc.nat(2), sign, (text, place, cut, added) => {
      const at = place % (text.length + 1);
      const damaged = `${text.slice(0, at)}${added}${text.slice(at + cut)}`;
      // A text with half of a surrogate pair cannot be uploaded, so it is left out.
      fc.pre(damaged.isWellFormed());
      const isJson = accepts(() => JSON.parse(damaged));
      assert.equal(
        accepts(() => rewritten(damaged)),
        isJson,
        damaged,
      );
    }),
    { numRuns: cases(800, 5000) },
  );
});

function accepts(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    assert.ok(error instanceof SyntaxError || (error instanceof DownpourError && error.code === 'NOT_JSON'));
    return false;
  }
}

test('the last value of a repeated name counts, in the place of the first', () => {
  const text = '{"a":1,"b":2.0,"__proto__":[1,2,3,4],"1":5,"a":{"x":6.0},"__proto__":[7.0,[8]],"b":9}';
  assert.equal(rewritten(text), '{"a":{"x":6.0},"b":9,"__proto__":[7.0,[8]],"1":5}');
});

test('a text that is not JSON is rejected, even if a mark would make it JSON', () => {
  for (const text of [
    '',
    '{',
    '{1.50:2}',
    '[01.50]',
    '[1.50.0]',
    '[-]',
    '[1.]',
    '[.5]',
    '[1e]',
    '"a',
    '"\\',
    '[1.50"a"]',
    '["a"1.50]',
    '[1.0 2.0]',
    'nul',
    '{"1"}',
  ]) {
    assert.throws(() => rewritten(text), { code: 'NOT_JSON' }, text);
  }
});
