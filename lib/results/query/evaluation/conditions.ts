import {
  type Condition,
  failed,
  type Item,
  isFalse,
  isTrue,
  isUnknown,
  ok,
  type Step,
  type Truth,
} from './evaluation.ts';

/**
 * Builds `and` or `or` of three-valued logic.
 * @param decisive the first operand's truth that decides the result: false for `and`, true for `or`.
 * @param neutral the second operand's truth that leaves the result to the first operand.
 */
const junction =
  (decisive: Truth, neutral: Truth) =>
  <State>(left: Condition<State>, right: Condition<State>): Condition<State> =>
  (evaluation, item) => {
    const first = left(evaluation, item);
    if (first === decisive) return decisive;
    const second = right(evaluation, item);
    return second === neutral ? first : second;
  };

export const and = junction(isFalse, isTrue);
export const or = junction(isTrue, isFalse);

export const not =
  <State>(operand: Condition<State>): Condition<State> =>
  (evaluation, item) => {
    const truth = operand(evaluation, item);
    if (truth === isUnknown) return isUnknown;
    return truth === isTrue ? isFalse : isTrue;
  };

/**
 * Tests whether a path finds an item.
 * @param isStrict true: evaluates every item, because any of them may be an error.
 */
export function exists<State>(operand: Step<State>, isStrict: boolean): Condition<State> {
  return (evaluation, item) => {
    const found: Item[] | null = isStrict ? [] : null;
    const { throwsErrors } = evaluation;
    evaluation.throwsErrors = false;
    const outcome = operand(evaluation, item, found);
    evaluation.throwsErrors = throwsErrors;
    if (outcome === failed) return isUnknown;
    const isFound = found === null ? outcome === ok : found.length > 0;
    return isFound ? isTrue : isFalse;
  };
}
