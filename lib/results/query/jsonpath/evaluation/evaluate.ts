import type { Budget } from '../../budget.ts';
import { QueryError } from '../../query-error.ts';
import type { Ast } from '../grammar/ast.ts';
import { compileWalk } from './walk.ts';

/**
 * The matches of an expression in the order of the document, in the form of lossless-value.ts. The document is only read.
 * @throws QueryError when that costs more than it may.
 */
export function evaluate({ segments }: Ast, document: unknown, budget: Budget): readonly unknown[] {
  try {
    return compileWalk(segments, document, budget)(document);
  } catch (error) {
    // The stack is the last bound of what is nested deeply.
    if (!(error instanceof RangeError)) throw error;
    throw new QueryError('54001', 'the document is nested too deeply for this query', { cause: error });
  }
}
