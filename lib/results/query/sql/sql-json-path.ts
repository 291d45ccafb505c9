import { readTape } from '../../json/tape/build-tape.ts';
import type { Node } from '../../json/tape/tape.ts';
import type { Budget } from '../budget.ts';
import type { Document } from '../document.ts';
import { failed, type Item, ok, run } from '../evaluation/evaluation.ts';
import { queryLimits } from '../limits.ts';
import { QueryError } from '../query-error.ts';
import { Datetime } from './datetime/datetime.ts';
import { compilePath } from './evaluation/compile.ts';
import { evaluationOf, type Step } from './evaluation/sql-evaluation.ts';
import type { Ast } from './grammar/ast.ts';
import { parsePath } from './grammar/parser.ts';
import { documentRoot, type JsonValue } from './values/json-value.ts';
import { jsonbText } from './values/jsonb-text.ts';

export { type JsonValue, readJson } from './values/json-value.ts';
export { jsonbText } from './values/jsonb-text.ts';

/** A path of PostgreSQL's SQL/JSON path language, ready for evaluation. */
export type SqlJsonPath = Ast & {
  /** The compiled path. Between two evaluations it keeps no data of a document. */
  readonly step: Step;
};

/** Parses a text as a path; returns the error and its position if PostgreSQL 15 rejects it. */
export function parseSqlJsonPath(text: string): SqlJsonPath | QueryError {
  try {
    const ast = parsePath(text);
    return { ...ast, step: compilePath(ast) };
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
}

/**
 * The root of a document.
 * @throws QueryError 22P02 if the text is not JSON, 54001 if it is nested too deeply.
 */
export const rootOf = (document: Document): Node =>
  documentRoot(document.tape(readTape), queryLimits.documentDepthMax);

/**
 * The items that `jsonb_path_query_array(document, path)` finds, in its order. Datetimes become texts.
 * Nothing depends on a clock or a time zone, as in PostgreSQL's functions without `_tz`.
 * @throws QueryError as PostgreSQL does; 57014 and 54000 when the budget is used up, 54001 when the path or
 *   the document is nested too deeply.
 */
export function evaluate(path: SqlJsonPath, document: Node, budget: Budget): JsonValue[] {
  const found: Item[] = [];
  run(path.step, evaluationOf(document, path.mode === 'lax', budget), found, tooDeep);
  return found.map((item) => (item instanceof Datetime ? item.toString() : (item as JsonValue)));
}

/**
 * Reports whether the path finds an item, as `jsonb_path_exists(document, path, '{}', true)` does: an error
 * counts as no item, and in lax mode the first item ends the search.
 * @throws QueryError for a variable, for a value that needs a time zone, and as `evaluate` when the budget is
 *   used up.
 */
export function exists(path: SqlJsonPath, document: Node, budget: Budget): boolean {
  const evaluation = evaluationOf(document, path.mode === 'lax', budget);
  evaluation.throwsErrors = false;
  const found: Item[] | null = path.mode === 'lax' ? null : [];
  const outcome = run(path.step, evaluation, found, tooDeep);
  return found === null ? outcome === ok : outcome !== failed && found.length > 0;
}

const tooDeep = 'stack depth limit exceeded';

/**
 * The items of a path as JSON text in UTF-8: all of them as an array, or the first one, `null` without an
 * item.
 * @throws QueryError as `evaluate` and `jsonbText`.
 */
export function answerText(path: SqlJsonPath, document: Node, array: boolean, budget: Budget): Uint8Array {
  return writeItems(evaluate(path, document, budget), array, budget);
}

export const writeItems = (found: readonly JsonValue[], array: boolean, budget: Budget): Uint8Array =>
  jsonbText(array ? found : (found[0] ?? null), budget);
