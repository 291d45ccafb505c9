/** The operators that both dialects have. */
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

/** The operator for the same comparison with its sides exchanged. */
export const mirrored = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** 1 where an operator holds for a value that is less than, the same as and more than another one. */
export const truthsOfSigns = {
  '==': { less: 0, same: 1, more: 0 },
  '!=': { less: 1, same: 0, more: 1 },
  '<': { less: 1, same: 0, more: 0 },
  '<=': { less: 1, same: 1, more: 0 },
  '>': { less: 0, same: 0, more: 1 },
  '>=': { less: 0, same: 1, more: 1 },
} as const;
