import type { FilterQueryResult } from '../../api.generated.ts';
import type { Dialect, Parsed, Refused } from './dialect.ts';
import { QueryError } from './query-error.ts';

export type FilterQueryAnswer = {
  readonly result: FilterQueryResult;
  /** The dialect of the expression; for an invalid expression, the dialect that the user probably meant. */
  readonly dialect: Dialect;
  /** Offset where a text stops being an expression, in UTF-16 units from 0. */
  readonly at?: number;
};

export const success = ({ text: jsonpath, dialect }: Parsed, value: string): FilterQueryAnswer => ({
  dialect,
  result: { valid: true, jsonpath, errorCode: 0, sqlState: null, reason: null, sql: null, value },
});

/** @throws the error itself if it is not a QueryError. */
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
