import type { Expression, Predicate } from '../grammar/ast.ts';
import type { LikeRegex } from '../like-regex/like-regex.ts';
import { compileComparison } from './comparison.ts';
import { compileNode } from './compile.ts';
import { compileOperand, type Operand } from './compile-arithmetic.ts';
import {
  type Condition,
  type Evaluation,
  emit,
  failed,
  type Item,
  isFalse,
  isTrue,
  isUnknown,
  type Outcome,
  ok,
  type Truth,
} from './evaluation.ts';

export function compilePredicate(node: Predicate, isLax: boolean): Condition {
  switch (node.kind) {
    case 'and':
      return compileAnd(compilePredicate(node.left, isLax), compilePredicate(node.right, isLax));
    case 'or':
      return compileOr(compilePredicate(node.left, isLax), compilePredicate(node.right, isLax));
    case 'not':
      return compileNot(compilePredicate(node.operand, isLax));
    case 'isUnknown':
      return compileIsUnknown(compilePredicate(node.operand, isLax));
    case 'exists':
      return compileExists(node.operand, isLax);
    case 'comparison':
      return compilePairs(
        compileOperand(node.left, isLax),
        compileOperand(node.right, isLax),
        compileComparison(node.operator),
        isLax,
      );
    case 'startsWith':
      // The start is not unwrapped.
      return compilePairs(
        compileOperand(node.whole, isLax),
        compileNode(node.start, emit, isLax),
        startsWith,
        isLax,
      );
    case 'likeRegex':
      return compilePairs(compileOperand(node.text, isLax), nothing, likeRegex(node.pattern), isLax);
  }
}

const compileAnd =
  (left: Condition, right: Condition): Condition =>
  (evaluation, item) => {
    const first = left(evaluation, item);
    if (first === isFalse) return isFalse;
    const second = right(evaluation, item);
    return second === isTrue ? first : second;
  };

const compileOr =
  (left: Condition, right: Condition): Condition =>
  (evaluation, item) => {
    const first = left(evaluation, item);
    if (first === isTrue) return isTrue;
    const second = right(evaluation, item);
    return second === isFalse ? first : second;
  };

const compileNot =
  (operand: Condition): Condition =>
  (evaluation, item) => {
    const truth = operand(evaluation, item);
    if (truth === isUnknown) return isUnknown;
    return truth === isTrue ? isFalse : isTrue;
  };

const compileIsUnknown =
  (operand: Condition): Condition =>
  (evaluation, item) =>
    operand(evaluation, item) === isUnknown ? isTrue : isFalse;

/** In strict mode every item is looked for, because any may be an error. */
function compileExists(operand: Expression, isLax: boolean): Condition {
  const step = compileNode(operand, emit, isLax);
  return (evaluation, item) => {
    const found: Item[] | null = isLax ? null : [];
    const outcome = silently(evaluation, () => step(evaluation, item, found));
    if (outcome === failed) return isUnknown;
    const exists = found === null ? outcome === ok : found.length > 0;
    return exists ? isTrue : isFalse;
  };
}

/** Errors of operands make a predicate unknown. */
function silently(evaluation: Evaluation, run: () => Outcome): Outcome {
  const { throwsErrors } = evaluation;
  evaluation.throwsErrors = false;
  const outcome = run();
  evaluation.throwsErrors = throwsErrors;
  return outcome;
}

/** What is asked of two items. */
export type Test = (left: Item, right: Item, evaluation: Evaluation) => Truth;

/** Makes a list of one item, for tests that need no second operand. */
const nothing: Operand = (_evaluation, _item, into) => {
  into.push(null);
  return ok;
};

/**
 * True when the test is for some pair of items. In lax mode the first such pair decides; in strict mode one that cannot
 * be told makes the whole unknown.
 */
function compilePairs(left: Operand, right: Operand, test: Test, isLax: boolean): Condition {
  return (evaluation, item) => {
    const lefts: Item[] = [];
    const rights: Item[] = [];
    const outcome = silently(evaluation, () =>
      left(evaluation, item, lefts) === failed ? failed : right(evaluation, item, rights),
    );
    return outcome === failed ? isUnknown : anyPair(lefts, rights, test, evaluation, isLax);
  };
}

function anyPair(
  lefts: readonly Item[],
  rights: readonly Item[],
  test: Test,
  evaluation: Evaluation,
  isLax: boolean,
): Truth {
  let truth: Truth = isFalse;
  for (const left of lefts) {
    for (const right of rights) {
      evaluation.spend(1);
      const answer = test(left, right, evaluation);
      if (answer === isFalse) continue;
      if (answer === (isLax ? isTrue : isUnknown)) return answer;
      truth = answer;
    }
  }
  return truth;
}

const startsWith: Test = (whole, start, evaluation) => {
  if (typeof whole !== 'string' || typeof start !== 'string') return isUnknown;
  evaluation.spend(start.length >> 6);
  return whole.startsWith(start) ? isTrue : isFalse;
};

const likeRegex =
  (pattern: LikeRegex): Test =>
  (text, _none, evaluation) => {
    if (typeof text !== 'string') return isUnknown;
    return evaluation.matcherOf(pattern)(text) ? isTrue : isFalse;
  };
