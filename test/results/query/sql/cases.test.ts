import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  arrayText,
  evaluate,
  firstJsonText,
  firstText,
  parseSqlJsonPath,
  readJson,
  SqlPathError,
} from '../../../../lib/results/query/sql/sql-json-path.ts';

type Case = {
  readonly doc: string;
  readonly expr: string;
  readonly error: string | null;
  readonly message: string | null;
  readonly detail?: string;
  readonly hint?: string;
  readonly arrayText?: string;
  readonly firstFound?: boolean;
  readonly firstJsonText?: string | null;
  readonly firstHorreumValue?: string;
};

const data = join(import.meta.dirname, '../../../data/sql-json-path');
const cases = JSON.parse(readFileSync(join(data, 'cases.json'), 'utf8')) as readonly Case[];
const texts = JSON.parse(readFileSync(join(data, 'documents.json'), 'utf8')) as Readonly<
  Record<string, string>
>;
const documents = new Map(Object.entries(texts).map(([name, text]) => [name, readJson(text)]));

/** What is not as PostgreSQL 15.18 has it, and why. */
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
  const { doc, expr, error, message, detail, hint } = given;
  if (error !== null) return [doc, expr, error, message, detail ?? null, hint ?? null];
  return [doc, expr, given.arrayText, given.firstFound, given.firstJsonText ?? null, given.firstHorreumValue];
}

function answer({ doc, expr }: Case): Answer {
  try {
    const path = parseSqlJsonPath(expr);
    if (path instanceof SqlPathError) throw path;
    const found = evaluate(path, documents.get(doc) ?? null);
    const first = firstJsonText(found);
    return [doc, expr, arrayText(found), first !== undefined, first ?? null, firstText(found)];
  } catch (error) {
    if (!(error instanceof SqlPathError)) throw error;
    return [doc, expr, error.sqlState, error.reason, error.detail ?? null, error.hint ?? null];
  }
}
