import { Name } from '../../../json/tape.ts';
import type { Budget } from '../../budget.ts';
import { type ArithmeticOperator, calculateDoubles } from '../../operators.ts';
import { patternOf } from '../../patterns/pattern.ts';
import type { Base, Expression, Query, Selector, Truth } from '../grammar/ast.ts';
import { plain } from '../values/value.ts';
import { callFunction, callMethod } from './calls.ts';
import { compare } from './comparison.ts';
import { element, member } from './member.ts';

/** The candidate of a filter with its key and parents. */
export type Scope = Readonly<Record<Exclude<Base, 'root'>, unknown>>;

/** Values that compiled expressions share during one evaluation. */
export type Surroundings = {
  readonly document: unknown;
  readonly budget: Budget;
  /** All matches of a path from a value. They count until they are released. */
  readonly select: (segments: Query['segments']) => (start: unknown) => readonly unknown[];
};

/** A compiled expression; undefined is a missing value. */
export type Evaluate = (scope: Scope) => unknown;

/** The longest text that `+` may build, in characters. */
const textLengthMax = 100_000;

/** Compiles a condition to a closure. `truth`: the meaning of a bare path in it. */
export function compileCondition(
  expression: Expression,
  truth: Truth,
  around: Surroundings,
): (scope: Scope) => boolean {
  switch (expression.kind) {
    case 'group':
      return compileCondition(expression.operand, truth, around);
    case 'not': {
      const operand = compileCondition(expression.operand, truth, around);
      return (scope) => !operand(scope);
    }
    case 'and':
    case 'or': {
      const left = compileCondition(expression.left, truth, around);
      const right = compileCondition(expression.right, truth, around);
      return expression.kind === 'and'
        ? (scope) => left(scope) && right(scope)
        : (scope) => left(scope) || right(scope);
    }
    case 'query':
      return compileTest(expression, truth, around);
    default: {
      const value = compileValue(expression, around);
      return (scope) => Boolean(value(scope));
    }
  }
}

function compileTest(query: Query, truth: Truth, around: Surroundings): (scope: Scope) => boolean {
  if (!query.isSingular) {
    return compileNodes(query, (nodes) => nodes.length > 0, around);
  }
  const value = compileValue(query, around);
  return truth === 'exists' ? (scope) => value(scope) !== undefined : (scope) => Boolean(value(scope));
}

/** Compiles an expression to a closure that computes its value. */
export function compileValue(expression: Expression, around: Surroundings): Evaluate {
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression;
      return () => value;
    }
    case 'nothing':
      return () => undefined;
    case 'pattern': {
      const pattern = patternOf(expression.source, expression.flags);
      return () => pattern;
    }
    case 'group':
      return compileValue(expression.operand, around);
    case 'query':
      return compileSingular(expression, around);
    case 'negative': {
      const operand = compileValue(expression.operand, around);
      return (scope) => arithmetic('-', 0, operand(scope));
    }
    case 'typeof': {
      const operand = compileValue(expression.operand, around);
      return (scope) => typeof operand(scope);
    }
    case 'arithmetic': {
      const [left, right] = [compileValue(expression.left, around), compileValue(expression.right, around)];
      return (scope) => arithmetic(expression.operator, left(scope), right(scope));
    }
    case 'comparison': {
      const [left, right] = [compileValue(expression.left, around), compileValue(expression.right, around)];
      return (scope) => compare(expression.operator, left(scope), right(scope), around.budget);
    }
    case 'method': {
      const target = compileValue(expression.target, around);
      const [argument = missing] = expression.arguments.map((one) => compileValue(one, around));
      return (scope) => callMethod(expression.name, target(scope), argument(scope), around.budget);
    }
    case 'function':
      return compileFunction(expression, around);
    case 'and':
    case 'or':
    case 'not':
      return compileCondition(expression, 'exists', around);
  }
}

const missing: Evaluate = () => undefined;

type Call = Extract<Expression, { kind: 'function' }>;

function compileFunction({ name, arguments: given }: Call, around: Surroundings): Evaluate {
  const [first] = given;
  if (name === 'count' || name === 'value') {
    if (first === undefined) throw new Error(`${name}() has no argument`);
    return compileNodes(first, (nodes) => callFunction(name, [nodes], around.budget), around);
  }
  const values = given.map((one) => compileValue(one, around));
  return (scope) =>
    callFunction(
      name,
      values.map((one) => one(scope)),
      around.budget,
    );
}

/** Computes an answer from the matches of a path, which are then released. */
type Question<Answer> = (nodes: readonly unknown[]) => Answer;

/**
 * Finds all matches of a path, also of a singular path, for count() and value(). A path from the root has the
 * same matches at every candidate, so it is evaluated once.
 */
function compileNodes<Answer>(
  expression: Expression,
  answerOf: Question<Answer>,
  around: Surroundings,
): (scope: Scope) => Answer {
  if (expression.kind === 'group') return compileNodes(expression.operand, answerOf, around);
  if (expression.kind !== 'query') throw new Error(`a path was expected, not ${expression.kind}`);
  const { base, segments } = expression;
  const select = around.select(segments);
  const answer = (start: unknown): Answer => {
    const nodes = start === undefined ? [] : select(start);
    around.budget.release(nodes.length);
    return answerOf(nodes);
  };
  if (base !== 'root') return (scope) => answer(scope[base]);
  let known: { readonly answer: Answer } | undefined;
  return () => {
    known ??= { answer: answer(around.document) };
    return known.answer;
  };
}

/** A path with at most one match needs no list. */
function compileSingular({ base, segments }: Query, { document, budget }: Surroundings): Evaluate {
  const steps = segments
    .flatMap((segment) => ('selectors' in segment ? segment.selectors : []))
    .map(singularStep);
  return (scope) => {
    budget.spend(1);
    let value = base === 'root' ? document : scope[base];
    for (const step of steps) value = step(value);
    return plain(value);
  };
}

function singularStep(selector: Selector): (value: unknown) => unknown {
  if (selector.kind === 'name') {
    const name = new Name(selector.name);
    return (value) => member(value, name, selector.quoted);
  }
  if (selector.kind === 'index') return (value) => element(value, selector.index);
  throw new Error(`a ${selector.kind} is not a step of a singular path`);
}

/** Calculates with numbers and joins strings. Any other result is missing, and so is NaN. */
function arithmetic(operator: ArithmeticOperator, left: unknown, right: unknown): unknown {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') {
    return left.length + right.length <= textLengthMax ? left + right : undefined;
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  const result = calculateDoubles(operator, left, right);
  return Number.isFinite(result) ? result : undefined;
}
