/** The operators of both dialects. */
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

/** The operator for the same comparison with exchanged sides. */
export const mirrored = { '==': '==', '!=': '!=', '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/** For each operator: 1 if it holds for a value that is less than, equal to and greater than the other. */
export const truthsOfSigns = {
  '==': { less: 0, same: 1, more: 0 },
  '!=': { less: 1, same: 0, more: 1 },
  '<': { less: 1, same: 0, more: 0 },
  '<=': { less: 1, same: 1, more: 0 },
  '>': { less: 0, same: 0, more: 1 },
  '>=': { less: 0, same: 1, more: 1 },
} as const;
