/**
 * JSON texts that RFC 8259 accepts and rejects, of every kind. The parser in WebAssembly and its twin in
 * TypeScript judge each text as JSON.parse does, however its bytes are divided into chunks.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanLimits } from '../../../lib/results/json/limits.ts';
import { Scanner } from '../../../lib/results/json/scanner.ts';
import { cut, texts, utf8 } from '../run-index/stored.ts';

const accepted: readonly string[] = [
  // Structures.
  ...texts`
    [] {} [""] [null] [[[[[[[[1]]]]]]]] {"":0} {"a":{}} {"a":"b","a":"b"} {"a":"b","a":"c"} {"a":[]}
    {"min":-1.0e+28} {"\u0000":1} {"title":"\u041f\u043e"} [false,true,null]
  `,
  ...['[[]   ]', ' [] ', '[1, null, "1", {}]', '\t{\r\n}\n', '[1\n,2\r,3\t,4 ]'],
  // Single values.
  ...texts`
    null true false 0 -0 "" "a" 42 -0.1 "\u00e9"
  `,
  ...[' 1 '],
  // Numbers.
  ...texts`
    [123e65] [0e+1] [0e1] [-0.000000000000000000000000000001] [20e1] [-0] [-123] [1E22] [1E-2] [1E+2]
    [123e45] [123.456e78] [1e-2] [1e+2] [123.456789] [-1.5E5] [0.1] [1e400] [-1e400] [1e-400]
    [123456789012345678901234567890] [1.7976931348623157e308]
    [0.4e00669999999999999999999999999999999999999999999999969999999006]
  `,
  ...['[ 4]', `[${'9'.repeat(400)}]`],
  // Strings with escapes, and with characters of 1, 2, 3 and 4 bytes in UTF-8.
  ...texts`
    ["\u0060\u012a\u12AB"] ["\uD801\udc37"] ["\"\\\/\b\f\n\r\t"] ["\\u0000"] ["\""] ["a/*b*/c/*d//e"]
    ["\\a"] ["\u0012"] ["\uFFFF"] ["asd"] ["\uDBFF\uDFFF"] ["￿"] ["\u0000"] ["\uA66D"] ["⍂㈴⍂"]
  `,
  ...['["\u2028"]', '["\u2029"]', '["\u007f"]', '["€𝄞"]', '["\u{10ffff}"]'],
  // Half of a surrogate pair, as an escape. RFC 8259 leaves it open whether a parser accepts it.
  ...texts`
    ["\uDADA"] ["\uD888\u1234"] ["\uDd1e\uD834"] ["\uD800\n"] ["\uDFAA"] ["\uD800abc"]
  `,
  // A byte order mark is skipped.
  '\ufeff{}',
];

const refused: readonly string[] = [
  // Arrays.
  ...texts`
    [""], [,1] [1,,2] ["x",,] ["x"]] ["",] ["x" [x [3[4]] [1:2] [,] [-] [1,] [1,,] [*] ["",1 [{} [1 [[] ]
    [ [} ["a"} [1}
  `,
  ...['[1 true]', '["": 1]', '[   , ""]', '[1,\n1\n,1', '["\va"\\f]', '[1 1]', '["a" "b"]'],
  // Objects.
  ...texts`
    {"x"::"b"} {:"b"} {"a": {"a" {1:1} {9999E9999:1} {null:null,null:null} {"id":0,,,,,} {'a':0} {"id":0,}
    {"a":"b"}/**/ {"a":"b"}#{} {"a":"b"}// {"a":"b",,"c":"d"} {"a":"a {"a":"b"}# { } {] {"a":1] {,"a":1}
    {[]:1} {"a"} {"a",} {true:1}
  `,
  ...[
    '{"x", null}',
    '{🇨🇭}',
    '{"a":"a" 123}',
    '{key: "value"}',
    '{"a" b}',
    '{"a" "b"}',
    '{a: "b"}',
    '{ "foo" : "bar", "a" }',
    '{"a":1 "b":2}',
  ],
  // Words.
  ...texts`
    [fals] [nul] [tru] [nulll] [True] [NULL] tru nul truee [truefalse] undefined
  `,
  // Numbers.
  ...texts`
    [++1234] [+1] [+Inf] [-01] [-1.0.] [-2.] [-NaN] [.-1] [.2e-3] [0.1.2] [0.3e+] [0.3e] [0.e1] [0E+] [0E]
    [0e+] [0e] [1.0e+] [1.0e-] [1.0e] [1eE2] [2.e+3] [2.e-3] [2.e3] [9.e+] [Inf] [NaN] [１] [1+2] [0x1]
    [0x42] [Infinity] [0e+-1] [-123.123foo] [-Infinity] [-foo] [-012] [-.123] [-1x] [1ea] [1.] [.123]
    [1.2a-3] [1.8011670033376514H-308] [012] 01 1. - --1 1e 1e+ 00 1_000
  `,
  ...['[1 000.0]', '[- 1]'],
  // Strings.
  ...texts`
    ["\uD800\"] ["\uD800\u"] ["\uD800\u1"] ["\uD800\u1x"] [é] ["\x00"] ["\\\"] ["\"] ["\u00A"]
    ["\uD834\uDd"] ["\uD800\uD800\x"] ["\a"] ["\uqqqq"] [\u0020"asd"] [\n] " abc ["\ "\UA66D" ""x
    ["\u{41}"] ["\0"] ["a
  `,
  ...[
    '["\\\u0000"]',
    '["\\\t"]',
    '["\\🌀"]',
    "['single quote']",
    '["a\u0000a"]',
    '["new\nline"]',
    '["\t"]',
    '"\u001f"',
  ],
  // Texts.
  ...texts`
    <.> [<null>] [1]x [1]] aå [True] 1] {}} []{} [][] 1,2 {"": ["\uc0 // ⁠[] [] {"a":/*comment*/"b"} "asd
    [[[[[ {"a":{"a":{"a": å
  `,
  ...[
    '',
    ' ',
    '{"x": true,',
    '[\n"a",\n4\n,1,',
    '[\u000c]',
    '/* */ 1',
    '[\u00a01]',
    '\u2028[]',
    '{"a": true} "x"',
    '\u0000',
    '[]\u0000',
    '\ufeff',
  ],
];

/** Bytes that are not UTF-8. A decoder of texts would refuse or replace them before a parser reads them. */
const broken: readonly (readonly number[])[] = [
  [0xff],
  [0x5b, 0x22, 0xff, 0x22, 0x5d],
  [0x5b, 0x22, 0xc0, 0xaf, 0x22, 0x5d],
  [0x5b, 0x22, 0xe0, 0xff, 0x22, 0x5d],
  [0x5b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x5d],
  [0x5b, 0x22, 0xf4, 0xbf, 0xbf, 0xbf, 0x22, 0x5d],
  [0x5b, 0x22, 0xfc, 0x80, 0x80, 0x80, 0x80, 0x80, 0x22, 0x5d],
  [0x5b, 0x22, 0x81, 0x22, 0x5d],
  [0x5b, 0x22, 0xe9, 0x22, 0x5d],
  [0x5b, 0x31, 0xe5, 0x5d],
  [0x5b, 0x31, 0x65, 0xe5, 0x5d],
  [0xe5, 0x5b, 0x5d],
  [0x5b, 0x22, 0x5c, 0xe5, 0x22, 0x5d],
  [0x5b, 0x22, 0x5c, 0x75, 0xe5, 0x22, 0x5d],
  // UTF-16 with and without a byte order mark.
  [0xff, 0xfe, 0x5b, 0x00, 0x5d, 0x00],
  [0xfe, 0xff, 0x00, 0x5b, 0x00, 0x5d],
  [0x5b, 0x00, 0x5d, 0x00],
  // Only a part of a byte order mark.
  [0xef, 0xbb, 0x7b, 0x7d],
];

function isAccepted(bytes: Uint8Array, size: number, kind: 'wasm' | 'twin'): boolean {
  const scanner = new Scanner({ ...scanLimits, windowBytes: 900, tokenBytesMax: 420 }, undefined, kind);
  for (const chunk of cut(bytes, [size])) if (scanner.push(chunk) !== undefined) return false;
  return scanner.end() === undefined;
}

function judged(bytes: Uint8Array, isRight: boolean, name: string): void {
  for (const kind of ['wasm', 'twin'] as const)
    for (const size of [1, 2, 3, 7, 1000])
      assert.equal(isAccepted(bytes, size, kind), isRight, `${name} in ${size}, ${kind}`);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return false;
  }
}

test('accepted texts', () => {
  for (const text of accepted) {
    assert.ok(isJson(text), text);
    judged(utf8(text), true, text);
  }
});

test('refused texts', () => {
  for (const text of refused) {
    assert.ok(!isJson(text), text);
    judged(utf8(text), false, text);
  }
});

test('bytes that are not UTF-8', () => {
  for (const bytes of broken) judged(Uint8Array.from(bytes), false, bytes.join());
});
