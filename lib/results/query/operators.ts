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

/**
 * Compares texts by code points, which is also the order of their bytes in UTF-8. Both languages have this
 * order. The order of UTF-16 differs for surrogates.
 */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

/**
 * Ranks a UTF-16 unit for the order of code points: surrogates, the halves of a pair, represent code points
 * above U+FFFF.
 */
const codePointRank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);
