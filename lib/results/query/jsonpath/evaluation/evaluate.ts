import type { Budget } from '../../budget.ts';
import { QueryError } from '../../query-error.ts';
import type { Ast } from '../grammar/ast.ts';
import { Trace } from './trace.ts';

/**
 * The matches of an expression in the order of the document, as exact-value.ts keeps values. The document is only read.
 * @throws QueryError when that costs more than it may.
 */
export function evaluate(ast: Ast, document: unknown, budget: Budget): readonly unknown[] {
  try {
    return new Trace(document, budget).matches(ast.segments);
  } catch (error) {
    const fault = budgetFault(error);
    throw fault ?? error;
  }
}

/** jsonpath-plus wraps what a condition throws; a stack that overflows is a document or an expression too deep. */
function budgetFault(error: unknown): QueryError | undefined {
  if (error instanceof QueryError) return error;
  if (error instanceof RangeError)
    return new QueryError('54001', 'the document is nested too deeply for this query', { cause: error });
  return error instanceof Error && error.cause !== undefined ? budgetFault(error.cause) : undefined;
}
