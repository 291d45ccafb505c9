import type { FilterQueryResult } from '../../api.generated.ts';
import { limits } from '../limits.ts';
import { Budget, BudgetFault } from './budget.ts';
import { evaluate } from './evaluate.ts';
import { parseJsonPath } from './parse.ts';

export type FilterQueryOptions = {
  /** All matches as an array, instead of the first one. */
  readonly array: boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
};

/**
 * The answer to a filter query (seed, filter-query rules 1 to 4 and errors 1 and 2). `value` is always JSON text; no
 * match is `null`, or `[]` with `array`. Numbers are those of JSON.parse: digits beyond a double are lost here.
 */
export function filterQuery(text: string, options: FilterQueryOptions, document: unknown): FilterQueryResult {
  const ast = parseJsonPath(text);
  if ('reason' in ast) return failure(text, ast.sqlState, ast.reason);
  try {
    const value = jsonText(evaluate(ast, document, new Budget(options.now)), options.array);
    return { valid: true, jsonpath: text, errorCode: 0, sqlState: null, reason: null, sql: null, value };
  } catch (fault) {
    if (fault instanceof BudgetFault) return failure(text, fault.sqlState, fault.message);
    throw fault;
  }
}

/** The HTTP status of an answer: 413 for too much of a result, 400 for whatever else is wrong with the question. */
export function statusOf({ valid, sqlState }: FilterQueryResult): 200 | 400 | 413 {
  if (valid) return 200;
  return sqlState === '54000' ? 413 : 400;
}

function failure(jsonpath: string, sqlState: string, reason: string): FilterQueryResult {
  return { valid: false, jsonpath, errorCode: 1, sqlState, reason, sql: null, value: null };
}

function jsonText(matches: readonly unknown[], array: boolean): string {
  const value = array ? matches : matches.length > 0 ? matches[0] : null;
  const text = stringify(value);
  if (text.length <= limits.valueLengthMax) return text;
  throw new BudgetFault(
    '54000',
    `the result has more than ${limits.valueLengthMax} characters; ask for a narrower path`,
  );
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    // The engine's own bounds: a text above half a gigabyte, or a stack that a deep value overflows.
    if (cause instanceof RangeError)
      throw new BudgetFault('54000', 'the result is too large or nested too deeply for one answer');
    throw cause;
  }
}
