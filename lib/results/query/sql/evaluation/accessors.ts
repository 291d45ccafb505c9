import { Node } from '../../../json/tape/tape.ts';
import { failed, type Item, isEnd, notFound, type Outcome } from '../../evaluation/evaluation.ts';
import {
  type Bounds,
  eachValue,
  isArray,
  memberStep,
  missingMember,
  passedSteps,
} from '../../evaluation/steps.ts';
import { type Expression, lastLevel } from '../grammar/ast.ts';
import { truncate } from '../values/arithmetic.ts';
import { calculationSteps } from '../values/decimal.ts';
import { isNumber, MadeObject, type MadeValue, plain } from '../values/json-value.ts';
import { inStoredOrder } from '../values/stored-order.ts';
import type { Range, SqlEvaluation, Step } from './sql-evaluation.ts';

/** A step that in lax mode is applied to each element of an array, but not to arrays among the elements. */
export function unwrapping(step: Step, isLax: boolean): Step {
  if (!isLax) return step;
  return (evaluation, item, found) =>
    isArray(item) ? eachValue(item, step, evaluation, found) : step(evaluation, item, found);
}

export const isObject = (item: Item): item is Node | MadeObject =>
  item instanceof Node ? item.isObject : item instanceof MadeObject;

/** A member of an object of the document, or of an object that `.keyvalue()` made. */
export function anyObjectMemberStep(name: string, next: Step): Step {
  const step = memberStep(name, next);
  const missing = missingMember(name);
  return (evaluation, item, found) => {
    if (!(item instanceof MadeObject)) return step(evaluation, item, found);
    evaluation.spend(1);
    return Object.hasOwn(item, name)
      ? next(evaluation, item[name as keyof MadeObject], found)
      : evaluation.failStructure('2203A', missing);
  };
}

export function anyMemberStep(next: Step): Step {
  return (evaluation, item, found) => {
    if (!isObject(item))
      return evaluation.failStructure(
        '2203C',
        'jsonpath wildcard member accessor can only be applied to an object',
      );
    let outcome: Outcome = notFound;
    for (const value of contentsOf(item, evaluation)) {
      evaluation.spend(1);
      outcome = next(evaluation, itemOf(item, value), found);
      if (isEnd(outcome, found)) return outcome;
    }
    return outcome;
  };
}

/**
 * The values in an array, or the members of an object in the order of `jsonb` (PostgreSQL's stored form). In
 * an object that `.keyvalue()` made they may be computed values.
 * @param passesScalars true: leaves out the scalars of the document.
 */
function contentsOf(
  container: Container,
  evaluation: SqlEvaluation,
  passesScalars = false,
): readonly MadeValue[] {
  if (container instanceof MadeObject) return container.values;
  const { tape, at } = container;
  if (passesScalars) evaluation.spend(passedSteps * tape.count(at));
  const values = passesScalars ? tape.containers(at) : tape.values(at);
  return container.isArray ? values : inStoredOrder(tape, values, evaluation);
}

/** Converts a value in an array or object to an item of the evaluation. */
const itemOf = (container: Container, content: MadeValue): Item =>
  container instanceof Node ? new Node(container.tape, content as number) : content;

/** The step `[*]`. In lax mode it treats any value except an array as an array with this one element. */
export function anyElementStep(next: Step, isLax: boolean): Step {
  return (evaluation, item, found) => {
    if (isArray(item)) return eachValue(item, next, evaluation, found);
    if (isLax) return next(evaluation, item, found);
    return evaluation.failStructure(
      '22039',
      'jsonpath wildcard array accessor can only be applied to an array',
    );
  };
}

/**
 * Builds the range of `[from]` or `[from to last]`.
 * @param from the expression of the first index, which may be a number in the path.
 * @param last absent for a single index.
 */
export function rangeOf(from: Expression, first: Step, last?: Step): Range {
  const constant = last === undefined ? constantOf(from) : undefined;
  if (constant !== undefined) {
    const bounds: Bounds = { from: constant, to: constant, step: 1 };
    return () => bounds;
  }
  return (evaluation, item) => {
    const begin = indexOf(first, evaluation, item);
    if (begin === undefined) return failed;
    const end = last === undefined ? begin : indexOf(last, evaluation, item);
    return end === undefined ? failed : { from: begin, to: end, step: 1 };
  };
}

function constantOf(node: Expression): number | undefined {
  if (node.kind !== 'literal' || typeof node.value !== 'number') return undefined;
  const index = truncate(node.value);
  return isIndex(index) ? index : undefined;
}

const isIndex = (index: number): boolean => index >= -(2 ** 31) && index < 2 ** 31;

/** Evaluates an index. Undefined for an error that is not thrown. */
function indexOf(step: Step, evaluation: SqlEvaluation, item: Item): number | undefined {
  const found: Item[] = [];
  if (step(evaluation, item, found) === failed) return undefined;
  const only = plain(found[0]);
  if (found.length !== 1 || !isNumber(only)) {
    evaluation.fail('22033', 'jsonpath array subscript is not a single numeric value');
    return undefined;
  }
  if (typeof only !== 'number') evaluation.spend(calculationSteps(only));
  const index = truncate(only);
  if (isIndex(index)) return index;
  evaluation.fail('22033', 'jsonpath array subscript is out of integer range');
  return undefined;
}

/**
 * The step `**`: the item itself, its members or elements, and so on, each before its contents.
 * @param passesScalars true: the step after it finds nothing in a scalar.
 */
export function descendantsStep(from: number, to: number, next: Step, passesScalars: boolean): Step {
  const descend = descentOf(from, to, next, passesScalars);
  return (evaluation, item, found) => {
    evaluation.spend(1);
    const outcome = from === 0 ? passingOver(next, evaluation, item, found) : notFound;
    if (outcome !== failed && isEnd(outcome, found)) return outcome;
    // PostgreSQL ignores an error of the item itself if the item contains values. Downpour does the same.
    return isContainer(item) ? descend(evaluation, item, found, 1) : outcome;
  };
}

type Container = Node | MadeObject;

const isContainer = (item: Item): item is Container =>
  item instanceof Node ? item.isContainer : item instanceof MadeObject;

type Descent = (
  evaluation: SqlEvaluation,
  container: Container,
  found: Item[] | null,
  level: number,
) => Outcome;

function descentOf(from: number, to: number, next: Step, passesScalars: boolean): Descent {
  const isLeavesOnly = from === lastLevel && to === lastLevel;
  return function descend(evaluation, container, found, level): Outcome {
    if (level > to) return notFound;
    let outcome: Outcome = notFound;
    for (const content of contentsOf(container, evaluation, passesScalars)) {
      evaluation.spend(1);
      const value = itemOf(container, content);
      const isInner = isContainer(value);
      if (level >= from || (isLeavesOnly && !isInner)) {
        outcome = passingOver(next, evaluation, value, found);
        if (isEnd(outcome, found)) return outcome;
      }
      if (!isInner) continue;
      outcome = descend(evaluation, value, found, level + 1);
      if (isEnd(outcome, found)) return outcome;
    }
    return outcome;
  };
}

/** A step that ignores missing members, in strict mode too. */
function passingOver(step: Step, evaluation: SqlEvaluation, item: Item, found: Item[] | null): Outcome {
  if (evaluation.ignoresStructure) return step(evaluation, item, found);
  evaluation.ignoresStructure = true;
  const outcome = step(evaluation, item, found);
  evaluation.ignoresStructure = false;
  return outcome;
}
