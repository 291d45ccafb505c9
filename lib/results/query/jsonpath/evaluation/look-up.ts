import { limits } from '../../../limits.ts';
import { Budget } from '../../budget.ts';
import { QueryError } from '../../query-error.ts';
import { parseJsonPath } from '../grammar/parse.ts';
import { evaluate } from './evaluate.ts';

/** Without a clock, steps alone must bound the time: about a second, some on texts made to defeat regular expressions. */
const bounds = { ...limits, evaluationStepsMax: 3_000_000 };

/** The matches of an expression, or why there can be none. For parameters that point into an uploaded document. */
export function lookUp(
  text: string,
  document: unknown,
): { readonly values: readonly unknown[] } | { readonly reason: string } {
  const ast = parseJsonPath(text);
  if (ast instanceof QueryError) return { reason: ast.message };
  try {
    return { values: evaluate(ast, document, new Budget(() => 0, bounds)) };
  } catch (fault) {
    if (fault instanceof QueryError) return { reason: fault.message };
    throw fault;
  }
}
