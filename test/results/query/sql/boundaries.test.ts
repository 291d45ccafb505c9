/**
 * Values just below and above the limits at which decimals, subscripts, levels, three-valued logic, datetimes
 * and regular expressions give another answer.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readJson } from '../../../../lib/results/query/sql/sql-json-path.ts';
import { answer, inShort } from './answer.ts';

/** A document, and the answers of PostgreSQL 15.18 to paths: the array, or SQLSTATE and reason. */
type Boundaries = {
  readonly document: string;
  readonly answers: readonly (readonly [path: string, answer: string])[];
};

const file = join(import.meta.dirname, '../../../data/sql-json-path/boundaries.json');
const { document, answers } = JSON.parse(readFileSync(file, 'utf8')) as Boundaries;

test('every answer at a boundary is the answer of PostgreSQL', () => {
  const parsed = readJson(document);
  const ours = answers.map(([path]) => [path, inShort(answer(parsed, path))]);
  assert.deepEqual(ours, answers);
  assert.equal(answers.length, 997);
});

test('an object that .keyvalue() made has three members, and any other is missing', () => {
  const parsed = readJson('{"a":1}');
  assert.equal(inShort(answer(parsed, 'strict $.keyvalue().value')), '[1]');
  assert.match(
    inShort(answer(parsed, 'strict $.keyvalue().b')),
    /^2203A JSON object does not contain key "b"/,
  );
  assert.match(inShort(answer(parsed, 'strict $.keyvalue().values')), /^2203A JSON object does not contain/);
  assert.equal(inShort(answer(parsed, 'lax $.keyvalue().b')), '[]');
});

test('the id of .keyvalue() counts the bytes of a number before the object, as PostgreSQL does', () => {
  // The header of a number has 2 more bytes beyond 64 groups of 4 digits, or 63 digits after the point.
  for (const [number, id] of [
    ['1e252', 20],
    ['1e256', 24],
    ['1e-63', 20],
    ['1e-64', 24],
  ] as const)
    assert.equal(inShort(answer(readJson(`[${number},{"a":1}]`), '$[1].keyvalue().id')), `[${id}]`, number);
});
