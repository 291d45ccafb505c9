import { type FilterQueryAnswer, failure, refusal, success } from './answer.ts';
import { type Bounds, Budget } from './budget.ts';
import { type Parsed, type ParseOptions, parseExpression } from './dialect.ts';
import type { Document } from './document.ts';
import { answerText as jsonPathAnswer, rootOf } from './jsonpath/json-path.ts';
import { answerText as sqlAnswer, rootOf as sqlRootOf } from './sql/sql-json-path.ts';

export type FilterQueryOptions = ParseOptions & {
  /** True: all matches as an array; false: the first match. */
  readonly array: boolean;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** The bounds of the query. Absent: the bounds in limits.ts. */
  readonly bounds?: Bounds | undefined;
  /** An answer with more bytes than this is returned in `large`, for callers that support it. */
  readonly largeBytesMin?: number;
};

/**
 * Answers a filter query on a document. `value` of the answer is JSON text with the digits of the document.
 * Members have the order of the document for JSONPath, and the order of `jsonb` for SQL/JSON path. Without a
 * match it is `null`, or `[]` with `array`.
 * @throws DownpourError NOT_JSON (400) for JSONPath when the document is not JSON. SQL/JSON path reports this
 * in the answer (22P02).
 */
export function filterQuery(
  text: string,
  options: FilterQueryOptions,
  document: Document,
): FilterQueryAnswer {
  const parsed = parseExpression(text, options);
  return 'error' in parsed ? refusal(parsed) : queryDocument(parsed, options, document);
}

/** Answers a filter query whose expression is parsed. The time to read the document does not count. */
export function queryDocument(
  parsed: Parsed,
  { array, now, bounds, largeBytesMin }: FilterQueryOptions,
  document: Document,
): FilterQueryAnswer {
  try {
    const bytes =
      parsed.dialect === 'sql'
        ? sqlAnswer(parsed.path, sqlRootOf(document), array, new Budget(now, bounds))
        : jsonPathAnswer(parsed.ast, rootOf(document), array, new Budget(now, bounds));
    return success(parsed, bytes, largeBytesMin);
  } catch (error) {
    return failure(parsed, error);
  }
}
