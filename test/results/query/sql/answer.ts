import {
  arrayText,
  type EvaluateOptions,
  evaluate,
  type JsonValue,
  parseSqlJsonPath,
  SqlPathError,
} from '../../../../lib/results/query/sql/sql-json-path.ts';

/** What is said to a path: the text of the array that it finds, or the error. */
export type Verdict =
  | { readonly array: string }
  | { readonly sqlState: string; readonly reason: string; readonly detail?: string; readonly hint?: string };

export function answer(document: JsonValue, text: string, options?: EvaluateOptions): Verdict {
  try {
    const path = parseSqlJsonPath(text);
    if (path instanceof SqlPathError) throw path;
    return { array: arrayText(evaluate(path, document, options)) };
  } catch (error) {
    if (error instanceof SqlPathError) return error;
    throw error;
  }
}

/** A verdict in one line: the array, or SQLSTATE and reason. */
export const inShort = (verdict: Verdict): string =>
  'array' in verdict ? verdict.array : `${verdict.sqlState} ${verdict.reason}`;
