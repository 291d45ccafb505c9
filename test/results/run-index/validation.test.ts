/** A document is accepted when JSON.parse accepts it, and rejected at the byte where JSON.parse stops. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isProblem } from '../../../lib/results/run-index/index-run.ts';
import { cases } from '../../runner/cases.ts';
import { reference } from './reference.ts';
import { cut, small, stored, texts, utf8 } from './stored.ts';

const accepted = [
  ...texts`
    0 -0 -0.0 1e5 1E+5 1.5e-5 123456789012345678901234567890 0.1e99999 true false null "" "a"
    "\"\\\/\b\f\n\r\t" "\u0000" "\ud800" "\uD83D\uDE00" [] {} [[[[]]]] {"":0} {"a":1,"a":2}
    {"\u0061":1,"a":2} [1,"a",null,true,false,{},[]] {"a":{"b":[{"c":{}}]}}
    {"__proto__":1,"constructor":2}
  `,
  ...[
    '"\u{1f600}"',
    '"\u007f"',
    '"\u2028\u2029"',
    ' [ ] ',
    '\t{\r\n}\n',
    ' \t\n\r1 \t\n\r',
    '\ufeff{"a":1}',
    '\ufeff 1',
    `"${'long '.repeat(50)}"`,
    `{"${'n'.repeat(90)}":"${'\\u00e9'.repeat(30)}"}`,
  ],
];
const refused = [
  ...texts`
    +1 01 - -a 1. .5 1.e5 1e 1e+ 0x10 1_0 NaN Infinity -Infinity tru truee nul nulL True undefined 'a' "
    "a "\" "\x" "\u12" "\u12g4" "\u" [ ] [1 [1, [1,] [,1] [1} { } {"a" {"a": {"a":1 {"a":1, {"a":1,} {a:1}
    {1:1} {"a":1] {"a"::1} {,} {}x "\u00 "\
  `,
  ...[
    '',
    ' ',
    '\ufeff',
    '\ufeff\ufeff1',
    '"a\nb"',
    '"a\tb"',
    '"a\u0000b"',
    '"\u001f"',
    '[1 2]',
    '{"a" 1}',
    '{"a":1 "b":2}',
    '1 2',
    '[] []',
    '/* c */ 1',
    '1 // c',
    '[1,\u00a02]',
    '\u000b1',
    '\u000c1',
    '1\u0000',
    '\u0000',
    '{"a\n":1}',
    `"${'long '.repeat(50)}`,
    `"${'long '.repeat(50)}\n"`,
    `"${'x'.repeat(60)}\\q"`,
  ],
];

for (const text of accepted) {
  test(`accepts ${JSON.stringify(text).slice(0, 60)}`, async () => {
    for (const size of [1, 7, 1000]) {
      const { result } = await stored(cut(utf8(text), [size]), small);
      assert.ok(!isProblem(result), JSON.stringify(result));
    }
  });
}

for (const text of refused) {
  test(`refuses ${JSON.stringify(text).slice(0, 60)} where JSON.parse does`, () => agrees(utf8(text)));
}

test('reports the line, the column in characters and the expected symbols', async () => {
  const { result } = await stored([utf8('{\n "grün 😀": 1,\n "b" 2}')]);
  assert.deepEqual(result, {
    offset: 25,
    line: 3,
    column: 6,
    expected: '":"',
    found: '"2"',
    reason: 'line 3, column 6: expected ":", found "2"',
  });
});

test('counts the column also when the line began windows ago', async () => {
  const { result } = await stored([utf8(`[1,\n${'"ä",'.repeat(100)}x]`)], small);
  assert.ok(isProblem(result));
  assert.deepEqual([result.line, result.column, result.found], [2, 401, '"x"']);
});

const bytes = (...codes: number[]): Uint8Array => Uint8Array.from([0x5b, 0x22, 0x61, ...codes, 0x22, 0x5d]);
const badBytes: readonly (readonly [string, Uint8Array, number])[] = [
  ['a continuation alone', bytes(0x80), 3],
  ['a lead without its continuation', bytes(0xc3), 3],
  ['an overlong slash', bytes(0xc0, 0xaf), 3],
  ['an overlong three', bytes(0xe0, 0x80, 0xaf), 3],
  ['a surrogate', bytes(0xed, 0xa0, 0x80), 3],
  ['beyond U+10FFFF', bytes(0xf4, 0x90, 0x80, 0x80), 3],
  ['a byte of no character', bytes(0xff), 3],
  ['four bytes cut at the end', Uint8Array.from([0x22, 0x61, 0xf0, 0x9f, 0x98]), 2],
  ['after a good character', bytes(0xc3, 0xa9, 0xc3), 5],
  ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x31, 0x00]), 0],
];
for (const [name, document, offset] of badBytes) {
  test(`refuses what is not UTF-8: ${name}`, async () => {
    for (const size of [1, 2, 1000]) {
      const { result } = await stored(cut(document, [size]), small);
      assert.ok(isProblem(result));
      assert.deepEqual([result.offset, result.expected], [offset, 'UTF-8']);
    }
  });
}

test('a mistake before bytes that are not UTF-8 is the first one', async () => {
  const { result } = await stored([Uint8Array.from([0x5b, 0x78, 0xff])]);
  assert.ok(isProblem(result));
  assert.deepEqual([result.offset, result.found], [1, '"x"']);
});

test('nesting has a bound', async () => {
  const nested = (depth: number, open: string, close: string): Uint8Array =>
    utf8(`${open.repeat(depth)}1${close.repeat(depth)}`);
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const) {
    const levels = open.length > 5 ? 256 : 512;
    assert.ok(!isProblem((await stored([nested(levels, open, close)])).result));
    const { result } = await stored([nested(levels + 1, open, close)]);
    assert.ok(isProblem(result) && result.reason.includes('at most 512 levels of arrays and objects'), open);
    assert.equal(result.offset, levels * open.length);
  }
});

test('a number has a bound, a string and a name have none', async () => {
  const digits = (count: number): Uint8Array => utf8(`[${'1'.repeat(count)}]`);
  for (const size of [1, 5, 1000]) {
    assert.ok(!isProblem((await stored(cut(digits(48), [size]), small)).result));
    for (const count of [49, 60, 500]) {
      const { result } = await stored(cut(digits(count), [size]), small);
      assert.ok(isProblem(result) && result.offset === 1, `${count} digits in chunks of ${size}`);
    }
  }
});

test('mutations of documents: accepted or refused as JSON.parse does, at the same place', () =>
  fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 4 }), mutations, sizes, async (text, changes, chunks) => {
      await agrees(utf8(changes.reduce(mutated, text)), chunks);
    }),
    { numRuns: cases(800, 3000) },
  ));

test('texts of JSON characters: accepted or refused as JSON.parse does, at the same place', () =>
  fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom(...'{}[]:,"\\utrfalsn01.-+eE \n\u00e9'), maxLength: 30 }),
      sizes,
      (text, chunks) => agrees(utf8(text), chunks),
    ),
    { numRuns: cases(800, 3000) },
  ));

type Change = { readonly at: number; readonly cut: number; readonly put: string };
const mutations = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(2),
    put: fc.string({
      unit: fc.constantFrom(...'{}[]:,"\\u0e.-+ \n\t', 'true', 'null', '\u{1f600}', '\u0001'),
      maxLength: 2,
    }),
  }),
  { maxLength: 3 },
);
const sizes = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 });

function mutated(text: string, { at, cut: gone, put }: Change): string {
  const from = Math.floor(at * text.length);
  return (text.slice(0, from) + put + text.slice(from + gone)).toWellFormed();
}

async function agrees(document: Uint8Array, chunks: readonly number[] = [1]): Promise<void> {
  const wanted = reference(document);
  const bounds = { ...small, tokenBytesMax: 400, windowBytes: 1024, cellBytesMax: 12 };
  for (const limits of [small, bounds]) {
    const { result } = await stored(cut(document, chunks), limits);
    if (isProblem(result) && result.expected.startsWith('a number of at most')) continue;
    assert.equal(isProblem(result), 'offset' in wanted, isProblem(result) ? result.reason : 'accepted');
    if (isProblem(result) && 'offset' in wanted && wanted.offset !== undefined)
      assert.equal(result.offset, wanted.offset, result.reason);
  }
}
