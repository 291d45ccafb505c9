import { limits } from '../../limits.ts';
import { Datetime } from './datetime/datetime.ts';
import { compilePath } from './evaluation/compile.ts';
import { SqlPathError } from './evaluation/errors.ts';
import {
  type Budget,
  Evaluation,
  failed,
  type Item,
  type Outcome,
  ok,
  type Step,
} from './evaluation/evaluation.ts';
import type { Ast } from './grammar/ast.ts';
import { parsePath } from './grammar/parser.ts';
import type { PathLimits } from './grammar/token-stream.ts';
import type { JsonObject, JsonValue } from './values/json-value.ts';
import { jsonbText } from './values/jsonb-text.ts';

export { SqlPathError } from './evaluation/errors.ts';
export { readJson } from './values/json-reader.ts';
export { JsonObject, type JsonValue } from './values/json-value.ts';
export { jsonbText } from './values/jsonb-text.ts';

/** A path of PostgreSQL's SQL/JSON path language that can be asked of documents. */
export type SqlJsonPath = Ast & {
  readonly text: string;
  /** The path as a function; what it keeps between calls is only a memory of the shapes it saw. */
  readonly step: Step;
};

const defaultLimits: PathLimits = {
  lengthMax: limits.expressionLengthMax,
  nestingMax: limits.nestingMax,
  patternLengthMax: limits.patternLengthMax,
};

/** A text as a path, or why PostgreSQL 15 takes it for none: the same SQLSTATE and reason, and the place. */
export function parseSqlJsonPath(
  text: string,
  bounds: PathLimits = defaultLimits,
): SqlJsonPath | SqlPathError {
  try {
    const ast = parsePath(text, bounds);
    return { ...ast, text, step: compilePath(ast) };
  } catch (error) {
    if (error instanceof SqlPathError) return error;
    throw error;
  }
}

export type EvaluateOptions = Partial<Budget> & {
  /** Values of `$name`; an object. Without it every variable is unknown (42704). */
  readonly variables?: JsonObject;
};

/**
 * The items that `jsonb_path_query_array(document, path)` finds, in its order. Datetimes become texts. Nothing depends on
 * a clock or a time zone, as in PostgreSQL's functions without `_tz`.
 * @throws SqlPathError as PostgreSQL does; 57014 and 54000 when the budget is used up, 54001 when the path or the
 * document is nested too deeply.
 */
export function evaluate(path: SqlJsonPath, document: JsonValue, options: EvaluateOptions = {}): JsonValue[] {
  const found: Item[] = [];
  run(path, evaluationOf(path, document, options), found);
  return found.map((item) => (item instanceof Datetime ? item.toString() : item));
}

/**
 * Whether there is an item, as `jsonb_path_exists(document, path, '{}', true)` asks: an error is as good as none, and in lax mode the first item ends
 * the search.
 * @throws SqlPathError for an unknown variable, for what needs a time zone, and as `evaluate` when the budget is used up.
 */
export function exists(path: SqlJsonPath, document: JsonValue, options: EvaluateOptions = {}): boolean {
  const evaluation = evaluationOf(path, document, options);
  evaluation.throwsErrors = false;
  const found: Item[] | null = path.mode === 'lax' ? null : [];
  const outcome = run(path, evaluation, found);
  return found === null ? outcome === ok : outcome !== failed && found.length > 0;
}

function evaluationOf(path: SqlJsonPath, document: JsonValue, options: EvaluateOptions): Evaluation {
  return new Evaluation(document, path.mode === 'lax', options.variables, {
    stepsMax: options.stepsMax ?? limits.evaluationStepsMax,
    resultsMax: options.resultsMax ?? limits.resultsMax,
    isOverdue: options.isOverdue ?? (() => false),
  });
}

function run(path: SqlJsonPath, evaluation: Evaluation, found: Item[] | null): Outcome {
  try {
    return path.step(evaluation, evaluation.root, found);
  } catch (error) {
    throw error instanceof RangeError ? stackOverflow(error) : error;
  }
}

/** The engine's stack is the last bound of a deep document. */
function stackOverflow(cause: RangeError): SqlPathError {
  const error = new SqlPathError('54001', 'stack depth limit exceeded');
  error.cause = cause;
  return error;
}

/** All items as a JSON array; @throws SqlPathError as `jsonbText`. */
export const arrayText = (
  found: readonly JsonValue[],
  lengthMax?: number,
  isOverdue?: () => boolean,
): string => jsonbText(found, lengthMax, isOverdue);

/** The first item as JSON; undefined when there is none, which `jsonb_path_query_first` answers with SQL's NULL. */
export const firstJsonText = (
  found: readonly JsonValue[],
  lengthMax?: number,
  isOverdue?: () => boolean,
): string | undefined => (found[0] === undefined ? undefined : jsonbText(found[0], lengthMax, isOverdue));

/** The first item as text: a string without quotes, all else as JSON, and `null` when there is none. */
export function firstText(
  found: readonly JsonValue[],
  lengthMax = Number.POSITIVE_INFINITY,
  isOverdue?: () => boolean,
): string {
  const [first] = found;
  if (typeof first !== 'string') return jsonbText(first ?? null, lengthMax, isOverdue);
  if (first.length <= lengthMax) return first;
  return jsonbText(first, lengthMax, isOverdue);
}
