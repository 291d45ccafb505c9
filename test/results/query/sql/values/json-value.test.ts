import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { QueryError } from '../../../../../lib/results/query/query-error.ts';
import { readJson } from '../../../../../lib/results/query/sql/sql-json-path.ts';
import { plain } from '../../../../../lib/results/query/sql/values/json-value.ts';
import { answer, free, jsonbText, limited } from '../answer.ts';

/** Texts, and how PostgreSQL 15.18 prints them as `jsonb`. */
const texts: readonly (readonly [json: string, jsonb: string])[] = [
  [
    '{"bb":1,"a":[1.50,1e3,9007199254740993,-0,-0.0,1E-3,1e21]}',
    '{"a": [1.50, 1000, 9007199254740993, 0, 0.0, 0.001, 1000000000000000000000], "bb": 1}',
  ],
  ['{"a":1,"b":2,"a":{"c":3,"c":4}}', '{"a": {"c": 4}, "b": 2}'],
  ['{"é":1,"zz":2,"z":3,"😀":4,"\uff5e":5}', '{"z": 3, "zz": 2, "é": 1, "～": 5, "😀": 4}'],
  ['{"10":1,"9":2,"__proto__":3,"":4}', '{"": 4, "9": 2, "10": 1, "__proto__": 3}'],
  [' [ ] ', '[]'],
  ['{ }', '{}'],
  ['"a\\u0041\\n\\"\\/\\ud83d\\ude00\\u0001"', '"aA\\n\\"/😀\\u0001"'],
];

test('a document is printed as jsonb prints it', () => {
  for (const [json, jsonb] of texts) assert.equal(jsonbText(readJson(json), free()), jsonb, json);
});

test('members keep the order of the document, and the last one of a name its value', () => {
  const members = readJson('{"b":1,"10":2,"a":3,"b":4}').members;
  assert.deepEqual(
    members.map(([name, value]) => [name, plain(value)]),
    [
      ['b', 4],
      ['10', 2],
      ['a', 3],
    ],
  );
});

test('texts that JSON.parse reads are read the same', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5, stringUnit: 'binary' }), (text) => {
      assert.deepEqual(
        JSON.parse(jsonbText(readJson(text), free())),
        JSON.parse(JSON.stringify(JSON.parse(text))),
      );
    }),
  );
});

test('an object with many names is read like one with few', () => {
  const names = Array.from({ length: 500 }, (_, at) => `name${at}`);
  const rows = [0, 1].map((row) => Object.fromEntries(names.map((name, at) => [name, row * at])));
  assert.deepEqual(JSON.parse(jsonbText(readJson(JSON.stringify(rows)), free())), rows);
});

const broken: readonly (readonly [json: string, position: number])[] = [
  ['', 0],
  ['{', 1],
  ['[1,]', 3],
  ['{"a" 1}', 5],
  ['{a:1}', 1],
  ['[1 2]', 3],
  ['"a', 2],
  ['"\\q"', 2],
  ['["\t"]', 2],
  ['01', 1],
  ['1.', 2],
  ['nul', 3],
  ['[]]', 2],
  ["{'a':1}", 1],
];

test('names and texts are ordered by code points, as in PostgreSQL', () => {
  const names = '{"😀":2,"\uff10x":1}';
  assert.equal(jsonbText(readJson(names), free()), '{"\uff10x": 1, "😀": 2}');
  const texts = readJson('["\uffff","😀"]');
  assert.deepEqual(answer(texts, '$[*] ? (@ > "\uFFFE")'), { array: '["\uffff", "😀"]' });
  assert.deepEqual(answer(texts, '$[0] < $[1]'), { array: '[true]' });
});

test('a text that is not JSON is rejected with its place', () => {
  for (const [json, position] of broken)
    assert.throws(() => readJson(json), { sqlState: '22P02', position }, json);
});

test('a document that is nested too deeply, and a text that is too long, are refused', () => {
  assert.throws(() => readJson(`${'['.repeat(5000)}${']'.repeat(5000)}`), { sqlState: '54001' });
  assert.throws(() => readJson('[[[1]]]', 2), { sqlState: '54001' });
  assert.throws(() => jsonbText(readJson('[1e131071, 1e131071]'), limited({ length: 1000 })), {
    sqlState: '54000',
  });
  assert.equal(jsonbText(readJson('[1e999999999]'), free()), '[1e999999999]');
  assert.throws(() => readJson('nope'), QueryError);
});
