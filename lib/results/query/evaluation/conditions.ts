import {
  type Condition,
  type Evaluation,
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
 * `and` and `or` of three-valued logic: the decisive truth ends the evaluation, and the neutral one leaves
 * the other unchanged.
 */
const junction =
  (decisive: Truth, neutral: Truth) =>
  <State extends Evaluation>(left: Condition<State>, right: Condition<State>): Condition<State> =>
  (evaluation, item) => {
    const first = left(evaluation, item);
    if (first === decisive) return decisive;
    const second = right(evaluation, item);
    return second === neutral ? first : second;
  };

export const and = junction(isFalse, isTrue);
export const or = junction(isTrue, isFalse);

export const not =
  <State extends Evaluation>(operand: Condition<State>): Condition<State> =>
  (evaluation, item) => {
    const truth = operand(evaluation, item);
    if (truth === isUnknown) return isUnknown;
    return truth === isTrue ? isFalse : isTrue;
  };

/** @param isStrict every item is evaluated, because any item may be an error. */
export function exists<State extends Evaluation>(operand: Step<State>, isStrict: boolean): Condition<State> {
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
