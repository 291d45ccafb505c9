import {
  emit,
  failed,
  type Item,
  isTrue,
  isUnknown,
  notFound,
  type Outcome,
  ok,
} from '../../evaluation/evaluation.ts';
import { isArray } from '../../evaluation/steps.ts';
import type { ArithmeticOperator } from '../../operators.ts';
import { QueryError } from '../../query-error.ts';
import { calculate, negate } from '../values/arithmetic.ts';
import { calculationSteps, type JsonNumber, readingSteps } from '../values/decimal.ts';
import { isNumber, plain } from '../values/json-value.ts';
import { documentBase } from '../values/object-id.ts';
import type { Condition, Operand, SqlEvaluation, Step } from './sql-evaluation.ts';

/**
 * A variable, such as `$x`. Queries have no variables. PostgreSQL rejects an unknown variable only when it
 * evaluates it, so Downpour does the same.
 */
export function variableStep(name: string): Step {
  return () => {
    throw new QueryError('42704', `could not find jsonpath variable "${name}"`);
  };
}

export function rootStep(next: Step): Step {
  return (evaluation, _item, found) => {
    const { state } = evaluation;
    const { base } = state;
    state.base = documentBase;
    const outcome = next(evaluation, evaluation.root, found);
    state.base = base;
    return outcome;
  };
}

/** A predicate that is used as a value: true, false, or null for unknown. */
export function answerStep(condition: Condition, next: Step): Step {
  return (evaluation, item, found) => {
    const truth = condition(evaluation, item);
    return next(evaluation, truth === isUnknown ? null : truth === isTrue, found);
  };
}

/** An operand whose arrays are replaced by their elements. */
export function unwrappedOperand(step: Step): Operand {
  return (evaluation, item, into) => {
    const begin = into.length;
    if (step(evaluation, item, into) === failed) return failed;
    for (let at = begin; at < into.length; at += 1)
      if (isArray(into[at] as Item)) return unwrapFrom(begin, into, evaluation);
    return ok;
  };
}

function unwrapFrom(begin: number, into: Item[], evaluation: SqlEvaluation): typeof ok {
  for (const item of into.splice(begin)) {
    if (!isArray(item)) into.push(item);
    else {
      evaluation.spend(item.count);
      for (const element of item.values) evaluation.push(into, element);
    }
  }
  return ok;
}

/** A calculation with two operands. Each must be a single number. */
export function arithmeticStep(
  operator: ArithmeticOperator,
  left: Operand,
  right: Operand,
  next: Step,
): Step {
  const complaint = (side: string): string =>
    `${side} operand of jsonpath operator ${operator} is not a single numeric value`;
  const [leftComplaint, rightComplaint] = [complaint('left'), complaint('right')];
  return (evaluation, item, found) => {
    const [lefts, rights]: [Item[], Item[]] = [[], []];
    if (left(evaluation, item, lefts) === failed || right(evaluation, item, rights) === failed) return failed;
    const a = onlyNumber(lefts);
    if (a === undefined) return evaluation.fail('22038', leftComplaint);
    const b = onlyNumber(rights);
    if (b === undefined) return evaluation.fail('22038', rightComplaint);
    evaluation.spend(calculationSteps(a, b));
    const result = calculated(evaluation, () => calculate(operator, a, b));
    return result === undefined ? failed : next(evaluation, result, found);
  };
}

function onlyNumber(items: readonly Item[]): JsonNumber | undefined {
  const only = plain(items[0]);
  return items.length === 1 && isNumber(only) ? only : undefined;
}

/** The result of a calculation. Undefined for an error that is not thrown. */
function calculated(evaluation: SqlEvaluation, calculation: () => JsonNumber): JsonNumber | undefined {
  try {
    return calculation();
  } catch (error) {
    if (evaluation.throwsErrors || !(error instanceof QueryError)) throw error;
    return undefined;
  }
}

/**
 * Applies a sign to every number of the operand. Any other item is an error, unless only the existence of a
 * number matters.
 */
export function signStep(sign: '+' | '-', operand: Operand, next: Step): Step {
  const complaint = `operand of unary jsonpath operator ${sign} is not a numeric value`;
  return (evaluation, item, found) => {
    const list: Item[] = [];
    if (operand(evaluation, item, list) === failed) return failed;
    let outcome: Outcome = notFound;
    const isQuestion = found === null && next === emit;
    for (const one of list) {
      const value = plain(one);
      if (!isNumber(value)) {
        if (isQuestion) continue;
        return evaluation.fail('2203B', complaint);
      }
      evaluation.spend(1 + readingSteps(value));
      const result = next(evaluation, sign === '-' ? negate(value) : value, found);
      if (result === failed) return failed;
      if (result !== ok) continue;
      if (found === null) return ok;
      outcome = ok;
    }
    return outcome;
  };
}
