import type { FilterQueryResult } from '../../api.generated.ts';
import { type Bounds, Budget } from './budget.ts';
import { type Dialect, dialectOf, type Parsed } from './dialect.ts';
import type { Document } from './document.ts';
import { evaluate } from './jsonpath/evaluation/evaluate.ts';
import { writeJson } from './jsonpath/values/json-writer.ts';
import { QueryError } from './query-error.ts';
import { answerText } from './sql/sql-json-path.ts';

export type FilterQueryOptions = {
  /** All matches as an array, instead of the first one. */
  readonly array: boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** What an expression runs as that both dialects accept; JSONPath when absent. */
  readonly common?: Dialect | undefined;
  /** See limits.ts, which holds when absent. */
  readonly bounds?: Bounds | undefined;
};

export type FilterQueryAnswer = {
  readonly result: FilterQueryResult;
  /** As which the expression ran, or would have run. */
  readonly dialect: Dialect;
  /** Where a text stops being an expression, in UTF-16 units from 0. */
  readonly at?: number;
};

/**
 * The answer to a filter query (seed, filter-query rules 1 to 4 and errors 1 and 2). `value` is always JSON text with the
 * digits and the order of the document; no match is `null`, or `[]` with `array`.
 * @throws DownpourError NOT_JSON (400) when the document is none.
 */
export function filterQuery(
  text: string,
  options: FilterQueryOptions,
  document: Document,
): FilterQueryAnswer {
  const parsed = dialectOf(text, options.common);
  const { dialect } = parsed;
  if ('reason' in parsed)
    return { result: failure(text, parsed.sqlState, parsed.reason), dialect, at: parsed.at };
  try {
    const value = answer(parsed, options, document);
    return { result: success(text, value), dialect };
  } catch (fault) {
    if (fault instanceof QueryError) return { result: failure(text, fault.sqlState, fault.message), dialect };
    throw fault;
  }
}

function answer(parsed: Parsed, { array, now, bounds }: FilterQueryOptions, document: Document): string {
  const budget = new Budget(now, bounds);
  if (parsed.dialect === 'sql') return answerText(parsed.path, document.sql, array, budget);
  const { exact } = document;
  const matches = evaluate(parsed.ast, exact, budget);
  return writeJson(array ? matches : matches.length > 0 ? matches[0] : null, budget);
}

const success = (jsonpath: string, value: string): FilterQueryResult => ({
  valid: true,
  jsonpath,
  errorCode: 0,
  sqlState: null,
  reason: null,
  sql: null,
  value,
});

const failure = (jsonpath: string, sqlState: string, reason: string): FilterQueryResult => ({
  valid: false,
  jsonpath,
  errorCode: 1,
  sqlState,
  reason,
  sql: null,
  value: null,
});
