import { Budget, BudgetFault } from './budget.ts';
import { evaluate } from './evaluate.ts';
import { parseJsonPath } from './parse.ts';

/** The matches of an expression, or why there can be none. For parameters that point into an uploaded document. */
export function lookUp(
  text: string,
  document: unknown,
): { readonly values: readonly unknown[] } | { readonly reason: string } {
  const ast = parseJsonPath(text);
  if ('reason' in ast) return ast;
  try {
    return { values: evaluate(ast, document, new Budget(() => 0)) };
  } catch (fault) {
    if (fault instanceof BudgetFault) return { reason: fault.message };
    throw fault;
  }
}
