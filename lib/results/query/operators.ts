/** The operators of both query languages. */
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';

export function calculateDoubles(operator: ArithmeticOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
  }
}

export const comparisons = ['==', '!=', '<', '<=', '>', '>='] as const;
export type Comparison = (typeof comparisons)[number];

/** The operator that gives the same result when the two sides are exchanged. */
export const mirrored = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/**
 * For each operator: 1 if it holds for a left side that is less than the right side, equal to it, and
 * greater.
 */
export const truthsOfSigns = {
  '==': { less: 0, same: 1, more: 0 },
  '!=': { less: 1, same: 0, more: 1 },
  '<': { less: 1, same: 0, more: 0 },
  '<=': { less: 1, same: 1, more: 0 },
  '>': { less: 0, same: 0, more: 1 },
  '>=': { less: 0, same: 1, more: 1 },
} as const;
