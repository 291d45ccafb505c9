import type { FilterQueryResult } from '../../api.generated.ts';
import type { Dialect, Parsed, Refused } from './dialect.ts';
import { bufferOf } from './planner/rows/raw-values.ts';
import { QueryError } from './query-error.ts';

export type FilterQueryAnswer = {
  readonly result: FilterQueryResult;
  /** The result in UTF-8, when it has more bytes than `largeBytesMin`. Then the value of `result` is null. */
  readonly large?: Uint8Array;
  /**
   * The query language of the expression. For an invalid expression: the language that the user probably
   * meant.
   */
  readonly dialect: Dialect;
  /** Offset in UTF-16 units from 0 of the character at which the expression is invalid. */
  readonly at?: number;
};

/**
 * The answer to a query that succeeded.
 * @param bytes JSON text in UTF-8.
 * @param largeBytesMin results with more bytes are returned in `large`. Absent: never.
 */
export function success(
  { text: jsonpath, dialect }: Parsed,
  bytes: Uint8Array,
  largeBytesMin = Number.POSITIVE_INFINITY,
): FilterQueryAnswer {
  const isLarge = bytes.length > largeBytesMin;
  const value = isLarge ? null : bufferOf(bytes).toString();
  return {
    dialect,
    result: { valid: true, jsonpath, errorCode: 0, sqlState: null, reason: null, sql: null, value },
    ...(isLarge && { large: bytes }),
  };
}

/**
 * The answer to a query that failed.
 * @throws the given error, if it is not a QueryError.
 */
export function failure({ text: jsonpath, dialect }: Parsed | Refused, error: unknown): FilterQueryAnswer {
  if (!(error instanceof QueryError)) throw error;
  const { sqlState, message: reason } = error;
  return {
    dialect,
    result: { valid: false, jsonpath, errorCode: 1, sqlState, reason, sql: null, value: null },
  };
}

export const refusal = (refused: Refused): FilterQueryAnswer => ({
  ...failure(refused, refused.error),
  at: refused.error.position ?? 0,
});

/** The HTTP status of an answer: 413 for a result that is too large, 400 for any other error of the query. */
export function statusOf({ valid, sqlState }: FilterQueryResult): 200 | 400 | 413 {
  if (valid) return 200;
  return sqlState === '54000' ? 413 : 400;
}
