import { unmeasured } from '../../budget.ts';
import { type Comparison, compareText, truthsOfSigns } from '../../operators.ts';
import { comparison } from '../../sql/evaluation/conditions.ts';
import {
  approximateOf,
  compareNumbers,
  decimalParts,
  digitsOf,
  type JsonNumber,
  numberOfToken,
} from '../../sql/values/decimal.ts';
import type { Scalar } from '../../sql/values/json-value.ts';
import { NeedsEvaluation, shortDigits, stringIn } from './cells.ts';
import { type CellTest, type NumberTest, type PairTest, truth } from './path-shape.ts';

/**
 * Builds a comparison of SQL/JSON path with a number, digit for digit. Null is not equal, and other values
 * are unknown.
 * @param ofNothing the truth for a missing value: in lax mode there is nothing to compare, in strict mode it
 *   is an error.
 * @throws NeedsEvaluation from `sign`, for a number beyond the bounds of PostgreSQL's `numeric`. Comparing it
 *   is an error.
 */
export function numberTest(operator: Comparison, literal: JsonNumber, ofNothing: number): NumberTest {
  const { coefficient, scale } = decimalParts(literal);
  return {
    literal: approximateOf(literal),
    ...truthsOfSigns[operator],
    ofNull: Number(operator === '!='),
    ofOthers: truth.unknown,
    ofNothing,
    sign: (token) => signOf(token, literal),
    isShort: Math.max(digitsOf(coefficient).length, scale) <= shortDigits,
  };
}

const signOf = (token: string, literal: JsonNumber): number =>
  orEvaluation(() => compareNumbers(numberOfToken(token), literal));

/**
 * The result of a comparison. An error becomes NeedsEvaluation, because only an evaluation of the document
 * may report it.
 */
function orEvaluation(compare: () => number): number {
  try {
    return compare();
  } catch (cause) {
    throw new NeedsEvaluation(cause);
  }
}

/** Builds a comparison with a literal that is not a number: texts by code points, null equal only to null. */
export function scalarTest(
  operator: Comparison,
  literal: null | boolean | string,
  ofNothing: number,
): CellTest {
  const { same } = truthsOfSigns[operator];
  const isDifferent = Number(operator === '!=');
  const ofNull = literal === null ? same : isDifferent;
  const test = literal === null ? () => isDifferent : nonNullTest(operator, literal);
  return (text) => {
    if (text === '') return ofNothing;
    return text === 'null' ? ofNull : test(text);
  };
}

/**
 * Builds a comparison of two values of a row.
 * @throws NeedsEvaluation from `ofTexts`, as `numberTest` does.
 */
export function pairTest(operator: Comparison, ofNothing: number): PairTest {
  const compare = comparison(operator);
  return {
    ...truthsOfSigns[operator],
    ofTexts: (left, right) =>
      left === '' || right === ''
        ? ofNothing
        : orEvaluation(() => compare(scalarOf(left), scalarOf(right), unmeasured)),
  };
}

const scalarOf = (text: string): Scalar =>
  /^[-\d]/.test(text) ? numberOfToken(text) : (JSON.parse(text) as Scalar);

/** Builds a test of strings. Its result for other scalars is unknown. */
export const stringTest =
  (test: (text: string) => boolean, ofNothing: number): CellTest =>
  (cell) => {
    if (cell === '') return ofNothing;
    const text = stringIn(cell);
    return text === undefined ? truth.unknown : Number(test(text));
  };

function nonNullTest(operator: Comparison, literal: boolean | string): CellTest {
  const { less, same, more } = truthsOfSigns[operator];
  if (typeof literal === 'boolean')
    return (text) => {
      if (text !== 'true' && text !== 'false') return truth.unknown;
      if (text === String(literal)) return same;
      return literal ? less : more;
    };
  return (cell) => {
    const text = stringIn(cell);
    if (text === undefined) return truth.unknown;
    if (text === literal) return same;
    return less !== more && compareText(text, literal) > 0 ? more : less;
  };
}
