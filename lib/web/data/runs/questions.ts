import type { Explanation, FilterQueryResult } from '../../../api.generated.ts';
import { ApiError } from '../../../client/index.ts';
import { api } from '../api.ts';

export type Question = {
  readonly q: string;
  /** True: all matches. False: the first match. */
  readonly all: boolean;
  /** The query language. Absent: the server recognises the language. */
  readonly dialect?: 'jsonpath' | 'sql';
};

/** The exact JSON text of an answer, or the reason why the query failed. */
export type Answer =
  | { readonly text: string; readonly explain: Explanation | undefined }
  | { readonly reason: string };

const queryOf = ({ q, all, dialect }: Question) => ({
  query: q,
  array: all ? 'true' : 'false',
  ...(dialect !== undefined && { dialect }),
});

/**
 * Sends a query to a run. If the expression is wrong, the answer is the reason. Any other error is thrown.
 */
export async function ask(run: number, question: Question, signal?: AbortSignal): Promise<Answer> {
  try {
    const query = { ...queryOf(question), explain: 'true' };
    const { value, explain } = await api.sql.by(run).queryrun.get({ query, signal });
    return { text: value ?? 'null', explain };
  } catch (error) {
    const result = error instanceof ApiError ? (error.body as Partial<FilterQueryResult> | null) : null;
    if (result?.valid === false && typeof result.reason === 'string') return { reason: result.reason };
    throw error;
  }
}

/** A URL of the whole answer. It needs no key and works for 15 minutes. */
export const answerUrl = (run: number, question: Question): Promise<string> =>
  api.sql.by(run).queryrun.get({ query: queryOf(question), as: 'url' });
