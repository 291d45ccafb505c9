import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JsonValue, readJson } from '../../../../lib/results/query/sql/sql-json-path.ts';
import { answer, inShort } from './answer.ts';

const numbers = readJson(JSON.stringify(Array.from({ length: 1000 }, (_, at) => at)));
const deep: JsonValue = readJson(`${'['.repeat(500)}1${']'.repeat(500)}`);
const wide = readJson(JSON.stringify(Array.from({ length: 300 }, () => ({ a: [{ a: [1, 2, 3] }] }))));

test('an evaluation stops at its last step', () => {
  assert.match(inShort(answer(numbers, '$[*] ? (@ == $[*])', { stepsMax: 10_000 })), /^57014 .* 10000 steps/);
  assert.match(inShort(answer(wide, '$.**.**.**.**.a', { stepsMax: 10_000 })), /^57014 /);
  assert.equal(inShort(answer(numbers, '$[10]', { stepsMax: 10_000 })), '[10]');
});

test('an evaluation stops when it is overdue, and asks often enough', () => {
  let looks = 0;
  const isOverdue = (): boolean => {
    looks += 1;
    return looks > 3;
  };
  assert.match(inShort(answer(numbers, '$[*] ? (@ == $[*])', { isOverdue })), /^57014 .*too long/);
  assert.equal(looks, 4);
});

test('no list grows over its bound, those in between included', () => {
  assert.match(inShort(answer(numbers, '$[*]', { resultsMax: 999 })), /^54000 .* 999 results/);
  assert.match(inShort(answer(numbers, 'strict $ ? (@.** == 1)', { resultsMax: 999 })), /^54000 /);
  assert.match(inShort(answer(numbers, '$[*] + 1', { resultsMax: 999 })), /^54000 /);
});

test('giant numbers cost what they weigh', () => {
  const giants = readJson(
    JSON.stringify({ n: Array.from({ length: 100 }, () => 1) }).replaceAll('1', '1e100000'),
  );
  assert.match(inShort(answer(giants, '$.n[*] ? (@ * @ / @ > 1)', { stepsMax: 100_000 })), /^(57014|22003) /);
});

test('a nested document does not overflow the stack', () => {
  assert.equal(inShort(answer(deep, '$.**{500}')), '[1]');
  assert.match(
    inShort(answer(deep, `$${'.**'.repeat(200)}`, { stepsMax: 100_000 })),
    /^(57014|54001|54000) /,
  );
});

test('paths that multiply their results are stopped', () => {
  const paths = [
    `$${'[*,*]'.replaceAll('*', '0 to last').repeat(30)}`,
    `$[*]${' ? (@.** == $.**)'.repeat(3)}`,
    '$.**[*].**[*].**[*].**',
    `$${'.a'.repeat(2000)}`,
    `$[*] ? (${'exists(@.**) && '.repeat(30)} 1 == 1)`,
    '$ ? (@[*].a == @.**.a).**.**.**.**',
  ];
  for (const path of paths) {
    const verdict = inShort(answer(wide, path, { stepsMax: 1_000_000, resultsMax: 100_000 }));
    assert.match(verdict, /^(57014|54000|54001) |^\[/, path);
  }
});

test('a document is not changed by what is asked of it', () => {
  const document = readJson('{"a":[3,1,2],"b":{"c":1}}');
  const before = JSON.stringify(document);
  for (const path of ['-$.a[*]', '$.b.keyvalue()', '$.**', '$.a[*].abs()', '$.a.size()', '$.* ? (@ > 1)'])
    answer(document, path);
  assert.equal(JSON.stringify(document), before);
});

test('a variable is the value that was given, and unknown without one', () => {
  const variables = readJson('{"min":2,"list":[1,2]}');
  assert.ok(typeof variables === 'object' && variables !== null && 'shape' in variables);
  assert.equal(inShort(answer(numbers, '$[*] ? (@ < $min)', { variables })), '[0, 1]');
  assert.equal(inShort(answer(numbers, '$list[*]', { variables })), '[1, 2]');
  assert.match(inShort(answer(numbers, '$[0] ? (@ == $max)', { variables })), /^42704 /);
});
