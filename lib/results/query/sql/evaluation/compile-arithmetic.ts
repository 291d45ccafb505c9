import type { Expression } from '../grammar/ast.ts';
import type { JsonNumber } from '../values/decimal.ts';
import { calculationSteps, readingSteps } from '../values/decimal-work.ts';
import { isNumber } from '../values/json-value.ts';
import { calculate, negate } from './arithmetic.ts';
import { compileNode } from './compile.ts';
import { isArray } from './compile-accessor.ts';
import { SqlPathError } from './errors.ts';
import {
  type Evaluation,
  emit,
  failed,
  type Item,
  notFound,
  type Outcome,
  ok,
  type Step,
} from './evaluation.ts';

/** Fills a list with the items of an expression; in lax mode with the elements of arrays among them. */
export type Operand = (evaluation: Evaluation, item: Item, into: Item[]) => Outcome;

export function compileOperand(node: Expression, isLax: boolean): Operand {
  const step = compileNode(node, emit, isLax);
  if (!isLax) return step;
  return (evaluation, item, into) => {
    const begin = into.length;
    if (step(evaluation, item, into) === failed) return failed;
    for (let at = begin; at < into.length; at += 1)
      if (isArray(into[at] as Item)) return unwrapFrom(begin, into, evaluation);
    return ok;
  };
}

function unwrapFrom(begin: number, into: Item[], evaluation: Evaluation): typeof ok {
  for (const item of into.splice(begin)) {
    if (!isArray(item)) into.push(item);
    else {
      evaluation.spend(item.length);
      for (const element of item) evaluation.push(into, element);
    }
  }
  return ok;
}

type Arithmetic = Extract<Expression, { kind: 'arithmetic' }>;

/** Operands are single numbers. */
export function compileArithmetic({ operator, left, right }: Arithmetic, next: Step, isLax: boolean): Step {
  const [first, second] = [compileOperand(left, isLax), compileOperand(right, isLax)];
  const complaint = (side: string): string =>
    `${side} operand of jsonpath operator ${operator} is not a single numeric value`;
  const [leftComplaint, rightComplaint] = [complaint('left'), complaint('right')];
  return (evaluation, item, found) => {
    const [dividend, divisor]: [Item[], Item[]] = [[], []];
    if (first(evaluation, item, dividend) === failed || second(evaluation, item, divisor) === failed)
      return failed;
    const a = onlyNumber(dividend);
    if (a === undefined) return evaluation.fail('22038', leftComplaint);
    const b = onlyNumber(divisor);
    if (b === undefined) return evaluation.fail('22038', rightComplaint);
    evaluation.spend(calculationSteps(a, b));
    const result = calculated(evaluation, () => calculate(operator, a, b));
    return result === undefined ? failed : next(evaluation, result, found);
  };
}

function onlyNumber(items: readonly Item[]): JsonNumber | undefined {
  const [only] = items;
  return items.length === 1 && isNumber(only) ? only : undefined;
}

/** Undefined for an error that is not thrown. */
function calculated(evaluation: Evaluation, calculation: () => JsonNumber): JsonNumber | undefined {
  try {
    return calculation();
  } catch (error) {
    if (evaluation.throwsErrors || !(error instanceof SqlPathError)) throw error;
    return undefined;
  }
}

type Sign = Extract<Expression, { kind: 'sign' }>;

/** Every number of the operand; another item is an error, unless it is only asked whether there is a number. */
export function compileSign({ sign, operand }: Sign, next: Step, isLax: boolean): Step {
  const items = compileOperand(operand, isLax);
  const complaint = `operand of unary jsonpath operator ${sign} is not a numeric value`;
  return (evaluation, item, found) => {
    const list: Item[] = [];
    if (items(evaluation, item, list) === failed) return failed;
    let outcome: Outcome = notFound;
    const isQuestion = found === null && next === emit;
    for (const value of list) {
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
