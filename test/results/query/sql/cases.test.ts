import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { QueryError } from '../../../../lib/results/query/query-error.ts';
import { answerText, evaluate, readJson } from '../../../../lib/results/query/sql/sql-json-path.ts';
import { free, pathOf } from './answer.ts';

type Case = {
  readonly doc: string;
  readonly expr: string;
  readonly error: string | null;
  readonly message: string | null;
  readonly arrayText?: string;
  readonly firstFound?: boolean;
  readonly firstJsonText?: string | null;
};

const data = join(import.meta.dirname, '../../../data/sql-json-path');
const cases = JSON.parse(readFileSync(join(data, 'cases.json'), 'utf8')) as readonly Case[];
const texts = JSON.parse(readFileSync(join(data, 'documents.json'), 'utf8')) as Readonly<
  Record<string, string>
>;
const documents = new Map(Object.entries(texts).map(([name, text]) => [name, readJson(text)]));

/** Differences from PostgreSQL 15.18, with their reasons. */
const misses: Readonly<Record<string, string>> = {};

test('every case that PostgreSQL 15 answered is answered the same, errors included', () => {
  const wrong = cases.filter((given) => {
    const isMiss = `${given.doc}: ${given.expr}` in misses;
    return JSON.stringify(answer(given)) !== JSON.stringify(expected(given)) && !isMiss;
  });
  assert.deepEqual(wrong.map(answer), wrong.map(expected));
  assert.equal(cases.length, 480);
  assert.ok(Object.keys(misses).length <= 5);
});

type Answer = readonly [doc: string, expression: string, ...what: unknown[]];

function expected(given: Case): Answer {
  const { doc, expr, error, message } = given;
  if (error !== null) return [doc, expr, error, message];
  return [doc, expr, given.arrayText, given.firstFound, given.firstJsonText ?? 'null'];
}

function answer({ doc, expr }: Case): Answer {
  try {
    const path = pathOf(expr);
    const document = documents.get(doc) ?? assert.fail(doc);
    const isFound = evaluate(path, document, free()).length > 0;
    const [all, first] = [true, false].map((array) =>
      Buffer.from(answerText(path, document, array, free())).toString(),
    );
    return [doc, expr, all, isFound, first];
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return [doc, expr, error.sqlState, error.message];
  }
}
