import type { FilterQueryResult } from '../../api.generated.ts';

/** The HTTP status of an answer: 413 for too much of a result, 400 for whatever else is wrong with the question. */
export function statusOf({ valid, sqlState }: FilterQueryResult): 200 | 400 | 413 {
  if (valid) return 200;
  return sqlState === '54000' ? 413 : 400;
}
