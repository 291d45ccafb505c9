import { notJsonAt } from '../../json/parse-json.ts';
import { readTape } from '../../json/tape/build-tape.ts';
import { Node, Tape } from '../../json/tape/tape.ts';
import { Budget } from '../budget.ts';
import type { Document } from '../document.ts';
import { Evaluation, type Item, ok, run } from '../evaluation/evaluation.ts';
import { queryLimits } from '../limits.ts';
import { Pattern, patternOf } from '../patterns/pattern.ts';
import { QueryError } from '../query-error.ts';
import { compilePath } from './evaluation/compile.ts';
import type { Ast } from './grammar/ast.ts';
import { syntaxError } from './grammar/cursor.ts';
import { type ParsedPath, parsePath } from './grammar/parse-path.ts';
import { writeMatches } from './values/write-json.ts';

/** Parses a text as JSONPath. Returns the first mistake if there is one. */
export const parseJsonPath = (text: string): Ast | QueryError => withPatterns(parsePath(text));

/**
 * A parsed path with compiled regular expressions, or the first mistake in it or in its regular expressions.
 */
export function withPatterns({ text, ast, patterns }: ParsedPath): Ast | QueryError {
  for (const { source, flags, at } of patterns) {
    const pattern = patternOf(source, flags);
    if (pattern instanceof Pattern) continue;
    const reason = `the regular expression /${source}/${flags} ${pattern.message}`;
    return syntaxError('2201B', reason, text, at);
  }
  return ast;
}

/**
 * The root of a document.
 * @throws DownpourError NOT_JSON (400).
 */
export function rootOf(document: Document): Node {
  const tape = document.tape(readTape);
  if (tape instanceof Tape) return tape.root;
  throw notJsonAt(document.bytes, tape);
}

/**
 * Evaluates an expression.
 * @returns its matches in the order in which the path selects them: values of the document, and computed
 * values.
 * @throws QueryError when the evaluation exceeds its budget.
 */
export function evaluate({ segments }: Ast, document: Node, budget: Budget): readonly Item[] {
  const found: Item[] = [];
  run(compilePath(segments), new Evaluation(document, true, budget, undefined), found, tooDeep);
  return found;
}

/**
 * Returns true when an expression has a match. The first match ends the search.
 * @throws QueryError when the evaluation exceeds its budget.
 */
export const exists = ({ segments }: Ast, document: Node, budget: Budget): boolean =>
  run(compilePath(segments), new Evaluation(document, true, budget, undefined), null, tooDeep) === ok;

const tooDeep = 'the document is nested too deeply for this query';

/**
 * Evaluates an expression.
 * @returns JSON text in UTF-8: all matches as an array, or the first match, `null` without a match.
 * @throws QueryError as `evaluate` and `writeMatches`.
 */
export function answerText(ast: Ast, document: Node, array: boolean, budget: Budget): Uint8Array {
  return writeMatches(evaluate(ast, document, budget), array, budget);
}

/**
 * Bounds for callers without a clock. The number of steps alone must limit the time: to about a second, or
 * some seconds for texts that are made to be slow for regular expressions.
 */
const bounds = { ...queryLimits, evaluationStepsMax: 3_000_000 };

/**
 * The matches of an expression, or the reason why it is wrong. Used for parameters with a path into an
 * uploaded document.
 */
export function lookUp(
  text: string,
  document: Document,
): { readonly values: readonly unknown[] } | { readonly reason: string } {
  const ast = parseJsonPath(text);
  if (ast instanceof QueryError) return { reason: ast.message };
  try {
    const found = evaluate(ast, rootOf(document), new Budget(() => 0, bounds));
    return { values: found.map((value) => (value instanceof Node ? JSON.parse(value.json) : value)) };
  } catch (error) {
    if (error instanceof QueryError) return { reason: error.message };
    throw error;
  }
}
