import { failed, type Item, isFalse, isTrue, isUnknown, type Truth } from '../../evaluation/evaluation.ts';
import { type Comparison, compareText, truthsOfSigns } from '../../operators.ts';
import { compareDatetimes, Datetime } from '../datetime/datetime.ts';
import type { LikeRegex } from '../like-regex/like-regex.ts';
import { compareNumbers, comparisonSteps } from '../values/decimal.ts';
import { isNumber, plain } from '../values/json-value.ts';
import type { Condition, Operand, SqlEvaluation } from './sql-evaluation.ts';

export const isUnknownCondition =
  (operand: Condition): Condition =>
  (evaluation, item) =>
    operand(evaluation, item) === isUnknown ? isTrue : isFalse;

/** Compares an item of the left operand with an item of the right operand. */
export type PairTest = (left: Item, right: Item, evaluation: SqlEvaluation) => Truth;

/**
 * Builds a condition on pairs of items of two operands. It is true when the test holds for a pair. In lax
 * mode the first such pair decides. In strict mode one unknown pair makes the result unknown. An error in an
 * operand makes it unknown too.
 * @param right an operand, or a fixed list of items.
 */
export function somePair(
  left: Operand,
  right: Operand | readonly Item[],
  test: PairTest,
  isLax: boolean,
): Condition {
  return (evaluation, item) => {
    const lefts: Item[] = [];
    const rights: Item[] = [];
    const { throwsErrors } = evaluation;
    evaluation.throwsErrors = false;
    let outcome = left(evaluation, item, lefts);
    if (outcome !== failed && typeof right === 'function') outcome = right(evaluation, item, rights);
    evaluation.throwsErrors = throwsErrors;
    if (outcome === failed) return isUnknown;
    return anyPair(
      lefts,
      typeof right === 'function' ? rights.map(plain<Item>) : right,
      test,
      evaluation,
      isLax,
    );
  };
}

function anyPair(
  lefts: readonly Item[],
  others: readonly Item[],
  test: PairTest,
  evaluation: SqlEvaluation,
  isLax: boolean,
): Truth {
  let truth: Truth = isFalse;
  for (const item of lefts) {
    const left = plain(item);
    for (const right of others) {
      evaluation.spend(1);
      const answer = test(left, right, evaluation);
      if (answer === isFalse) continue;
      if (answer === (isLax ? isTrue : isUnknown)) return answer;
      truth = answer;
    }
  }
  return truth;
}

/** Compares scalars of one kind. Null equals only null, and other pairs are unknown. */
export function comparison(
  operator: Comparison,
): (left: Item, right: Item, work: Pick<SqlEvaluation, 'spend'>) => Truth {
  const { less, same, more } = truthsOfSigns[operator];
  return (left, right, work) => {
    if (typeof left === 'number' && typeof right === 'number')
      return left < right ? less : left > right ? more : same;
    if (left === null || right === null) {
      if (left === right) return same;
      return operator === '!=' ? isTrue : isFalse;
    }
    if (typeof left === 'string') work.spend(left.length >> 6);
    else if (isNumber(left) && isNumber(right)) work.spend(comparisonSteps(left, right));
    const sign = compareScalars(left, right);
    if (sign === undefined) return isUnknown;
    return sign < 0 ? less : sign > 0 ? more : same;
  };
}

/** Compares two scalars. Undefined for scalars that cannot be compared. */
function compareScalars(left: Item, right: Item): number | undefined {
  if (typeof left === 'string') return typeof right === 'string' ? compareText(left, right) : undefined;
  if (typeof left === 'boolean') return typeof right === 'boolean' ? Number(left) - Number(right) : undefined;
  if (isNumber(left)) return isNumber(right) ? compareNumbers(left, right) : undefined;
  if (left instanceof Datetime && right instanceof Datetime) return compareDatetimes(left, right);
  return undefined;
}

export const startsWith: PairTest = (whole, start, evaluation) => {
  if (typeof whole !== 'string' || typeof start !== 'string') return isUnknown;
  evaluation.spend(start.length >> 6);
  return whole.startsWith(start) ? isTrue : isFalse;
};

export const likeRegex =
  (pattern: LikeRegex): PairTest =>
  (text, _none, evaluation) => {
    if (typeof text !== 'string') return isUnknown;
    return evaluation.state.matcherOf(pattern)(text) ? isTrue : isFalse;
  };
