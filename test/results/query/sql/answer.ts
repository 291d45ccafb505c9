import type { Node } from '../../../../lib/results/json/tape/tape.ts';
import { Budget } from '../../../../lib/results/query/budget.ts';
import { QueryError } from '../../../../lib/results/query/query-error.ts';
import {
  answerText,
  jsonbText as jsonbBytes,
  parseSqlJsonPath,
  type SqlJsonPath,
} from '../../../../lib/results/query/sql/sql-json-path.ts';

/** The result of a path: the text of the array that it finds, or the error. */
export type Verdict = { readonly array: string } | { readonly sqlState: string; readonly reason: string };

export function answer(document: Node, text: string, budget?: Budget): Verdict {
  try {
    return { array: Buffer.from(answerText(pathOf(text), document, true, budget ?? free())).toString() };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { sqlState: error.sqlState, reason: error.message };
  }
}

/** A value as `jsonb` prints it. */
export const jsonbText = (...printed: Parameters<typeof jsonbBytes>): string =>
  Buffer.from(jsonbBytes(...printed)).toString();

/**
 * The path of a text.
 * @throws QueryError for a text that is no path.
 */
export function pathOf(text: string): SqlJsonPath {
  const path = parseSqlJsonPath(text);
  if (path instanceof QueryError) throw path;
  return path;
}

type Limits = {
  readonly steps?: number;
  readonly results?: number;
  readonly length?: number;
  /** The number of checks of the deadline after which the time is over. */
  readonly checks?: number;
};

/** A budget with these bounds, and the number of checks of its deadline. */
export function limited({ steps, results, length, checks }: Limits): Budget & { readonly checks: number } {
  let calls = -1;
  const now = (): number => {
    calls += 1;
    return calls;
  };
  const budget = new Budget(now, {
    evaluationStepsMax: steps ?? Number.POSITIVE_INFINITY,
    evaluationMs: checks ?? Number.POSITIVE_INFINITY,
    resultsMax: results ?? Number.POSITIVE_INFINITY,
    valueBytesMax: length ?? Number.POSITIVE_INFINITY,
  });
  return Object.defineProperty(budget, 'checks', { get: () => calls }) as Budget & {
    readonly checks: number;
  };
}

export const free = (): ReturnType<typeof limited> => limited({});

/** A verdict in one line: the array, or SQLSTATE and reason. */
export const inShort = (verdict: Verdict): string =>
  'array' in verdict ? verdict.array : `${verdict.sqlState} ${verdict.reason}`;
