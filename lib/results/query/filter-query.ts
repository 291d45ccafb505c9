import { type FilterQueryAnswer, failure, refusal, success } from './answer.ts';
import { type Bounds, Budget } from './budget.ts';
import { type Dialect, dialectOf, leniently, type Parsed } from './dialect.ts';
import type { Document } from './document.ts';
import { answerText as jsonPathAnswer } from './jsonpath/json-path.ts';
import { answerText as sqlAnswer } from './sql/sql-json-path.ts';

export type FilterQueryOptions = {
  /** All matches as an array, instead of the first one. */
  readonly array: boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** The dialect of expressions that both dialects accept; JSONPath when absent. */
  readonly common?: Dialect | undefined;
  /** Takes a text that is no expression for what was probably meant (jsonpath/grammar/correction.ts). */
  readonly lenient?: boolean | undefined;
  /** See limits.ts, which holds when absent. */
  readonly bounds?: Bounds | undefined;
};

/**
 * The answer to a filter query. `value` is JSON text with the digits and the order of the document; no match
 * is `null`, or `[]` with `array`.
 * @throws DownpourError NOT_JSON (400) when the document is none.
 */
export function filterQuery(
  text: string,
  options: FilterQueryOptions,
  document: Document,
): FilterQueryAnswer {
  const given = dialectOf(text, options.common);
  const parsed = options.lenient === true ? leniently(given) : given;
  return 'error' in parsed ? refusal(parsed) : queryDocument(parsed, options, document);
}

/** The same for a text that is parsed. Reading the document is no part of its time. */
export function queryDocument(
  parsed: Parsed,
  { array, now, bounds }: FilterQueryOptions,
  document: Document,
): FilterQueryAnswer {
  try {
    if (parsed.dialect === 'sql') {
      const { sql } = document;
      return success(parsed, sqlAnswer(parsed.path, sql, array, new Budget(now, bounds)));
    }
    const { lossless } = document;
    return success(parsed, jsonPathAnswer(parsed.ast, lossless, array, new Budget(now, bounds)));
  } catch (error) {
    return failure(parsed, error);
  }
}
