import { unmeasured } from '../../budget.ts';
import { compare } from '../../jsonpath/evaluation/comparison.ts';
import { type Comparison, truthsOfSigns } from '../../operators.ts';
import { isWrittenAs } from './cells.ts';
import type { CellTest, Condition, PairTest } from './path-shape.ts';

export type Literal = string | number | boolean | null;

/**
 * Builds a comparison with a literal by RFC 9535 section 2.3.5.2.2. Only a number is less or more than a
 * number. Other values, and a missing value, are unequal to it.
 */
export function comparisonWith(
  path: readonly string[],
  operator: Comparison,
  literal: Literal,
): Extract<Condition, { kind: 'number' | 'test' }> {
  const truths = truthsOfSigns[operator];
  if (typeof literal === 'number') {
    const otherwise = Number(operator === '!=');
    const others = { ofNull: otherwise, ofOthers: otherwise, ofNothing: otherwise };
    return { kind: 'number', path, test: { literal, ...truths, ...others } };
  }
  if (operator !== '==' && operator !== '!=')
    return {
      kind: 'test',
      path,
      test: (text) => Number(compare(operator, cellValue(text), literal, unmeasured)),
    };
  const isSame = isWrittenAs(literal);
  const [same, otherwise] = [truths.same, 1 - truths.same];
  return { kind: 'test', path, test: (text) => (isSame(text) ? same : otherwise) };
}

/** Tests whether a cell is true in JavaScript. */
export const isTruthy: CellTest = (text) => Number(Boolean(cellValue(text)));

/** Compares two cells of one row. An empty cell is a missing value. */
export const pairTest = (operator: Comparison): PairTest => ({
  ...truthsOfSigns[operator],
  ofTexts: (left, right) => Number(compare(operator, cellValue(left), cellValue(right), unmeasured)),
});

/** The value in a cell. Undefined is a missing value. */
const cellValue = (text: string): unknown => (text === '' ? undefined : JSON.parse(text));
