import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JsonValue, readJson } from '../../../../lib/results/query/sql/sql-json-path.ts';
import {
  calculationSteps,
  comparisonSteps,
  numberOf,
  numberOfToken,
} from '../../../../lib/results/query/sql/values/decimal.ts';
import { answer, inShort, limited } from './answer.ts';

const numbers = readJson(JSON.stringify(Array.from({ length: 1000 }, (_, at) => at)));
const deep: JsonValue = readJson(`${'['.repeat(500)}1${']'.repeat(500)}`);
const wide = readJson(JSON.stringify(Array.from({ length: 300 }, () => ({ a: [{ a: [1, 2, 3] }] }))));

test('an evaluation stops at its last step', () => {
  assert.match(
    inShort(answer(numbers, '$[*] ? (@ == $[*])', limited({ steps: 10_000 }))),
    /^57014 .* 10000 evaluation steps/,
  );
  assert.match(inShort(answer(wide, '$.**.**.**.**.a', limited({ steps: 10_000 }))), /^57014 /);
  assert.equal(inShort(answer(numbers, '$[10]', limited({ steps: 10_000 }))), '[10]');
});

test('a descent passes over scalars that its filter cannot select, and fails where PostgreSQL fails', () => {
  const few = { steps: 200 };
  const ask = (path: string) => inShort(answer(numbers, path, limited(few)));
  const passed = [
    '@.p > 1',
    '1 < @.p',
    '@.p == @.*',
    '@.p > 1 && exists(@.q)',
    '@.p starts with "b"',
    '@.p like_regex "b"',
  ];
  for (const condition of passed) assert.equal(ask(`strict $.** ? (${condition})`), '[]', condition);
  const seen = [
    '@ > 2000',
    '@.p > 1 || @ > 2000',
    '(@.p > 1) is unknown',
    '!(@.p > 1)',
    '@.p < @.datetime()',
  ];
  for (const condition of seen) assert.match(ask(`strict $.** ? (${condition})`), /^57014 /, condition);
});

test('an evaluation stops when it is overdue, and asks often enough', () => {
  const budget = limited({ checks: 3 });
  assert.match(inShort(answer(numbers, '$[*] ? (@ == $[*])', budget)), /^57014 .*longer than 3 ms/);
  assert.equal(budget.checks, 4);
});

test('no list exceeds its bound, including intermediate lists', () => {
  assert.match(inShort(answer(numbers, '$[*]', limited({ results: 999 }))), /^54000 .* 999 results/);
  assert.match(inShort(answer(numbers, 'strict $ ? (@.** == 1)', limited({ results: 999 }))), /^54000 /);
  assert.match(inShort(answer(numbers, '$[*] + 1', limited({ results: 999 }))), /^54000 /);
});

test('a comparison with a calculated number costs what a calculation costs', () => {
  const read = numberOfToken('1.5');
  const calculated = numberOf(10n ** 1_000n + 1n, 1);
  assert.ok(comparisonSteps(read, calculated) > 10);
  assert.equal(comparisonSteps(calculated, read), calculationSteps(calculated, read));
  assert.equal(comparisonSteps(read, read), 0);
});

test('giant numbers cost what they weigh', () => {
  const giants = readJson(
    JSON.stringify({ n: Array.from({ length: 100 }, () => 1) }).replaceAll('1', '1e100000'),
  );
  assert.match(
    inShort(answer(giants, '$.n[*] ? (@ * @ / @ > 1)', limited({ steps: 100_000 }))),
    /^(57014|22003) /,
  );
});

test('a nested document does not overflow the stack', () => {
  assert.equal(inShort(answer(deep, '$.**{500}')), '[1]');
  assert.match(
    inShort(answer(deep, `$${'.**'.repeat(200)}`, limited({ steps: 100_000 }))),
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
    const verdict = inShort(answer(wide, path, limited({ steps: 1_000_000, results: 100_000 })));
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

test('variables are not supported', () => {
  assert.match(inShort(answer(numbers, '$[0] ? (@ == $max)')), /^42704 .*"max"/);
  assert.equal(inShort(answer(readJson('[]'), '$[*] ? (@ == $max)')), '[]');
});
