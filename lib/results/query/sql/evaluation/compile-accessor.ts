import { type Accessor, lastLevel, type Predicate } from '../grammar/ast.ts';
import { JsonObject, type JsonValue } from '../values/json-value.ts';
import type { Shape } from '../values/shape.ts';
import { compileElements } from './compile-elements.ts';
import { compilePredicate } from './compile-predicate.ts';
import {
  type Evaluation,
  failed,
  type Item,
  isTrue,
  notFound,
  type Outcome,
  ok,
  type Step,
} from './evaluation.ts';
import { compileDatetime, compileMethod } from './item-methods.ts';

/** One step of a path, with what follows it. */
export function compileAccessor(accessor: Accessor, next: Step, isLax: boolean): Step {
  switch (accessor.kind) {
    case 'member':
      return unwrapping(compileMember(accessor.name, next), isLax);
    case 'anyMember':
      return unwrapping(compileAnyMember(next), isLax);
    case 'anyElement':
      return compileAnyElement(next, isLax);
    case 'elements':
      return compileElements(accessor.subscripts, next, isLax);
    case 'descendants':
      return compileDescendants(accessor.from, accessor.to, next);
    case 'filter':
      return unwrapping(compileFilter(accessor.condition, next, isLax), isLax);
    case 'method':
      return compileMethod(accessor.name, next, isLax);
    case 'datetime':
      return compileDatetime(accessor.template, next, isLax);
  }
}

/** In lax mode an array is taken as its elements, once. */
export function unwrapping(step: Step, isLax: boolean): Step {
  if (!isLax) return step;
  return (evaluation, item, found) =>
    isArray(item) ? eachOf(item, step, evaluation, found) : step(evaluation, item, found);
}

export const isArray = (item: Item): item is readonly JsonValue[] => Array.isArray(item);

/** A step on every value, until an error, or until there is one item when no more is asked. */
function eachOf(
  values: readonly JsonValue[],
  step: Step,
  evaluation: Evaluation,
  found: Item[] | null,
): Outcome {
  let outcome: Outcome = notFound;
  for (let at = 0; at < values.length; at += 1) {
    evaluation.spend(1);
    outcome = step(evaluation, values[at] as JsonValue, found);
    if (outcome === failed || (outcome === ok && found === null)) return outcome;
  }
  return outcome;
}

/** Objects of a list mostly have the same shape: the slot is looked up when it changes. */
function compileMember(name: string, next: Step): Step {
  const missing = `JSON object does not contain key "${name}"`;
  let shape: Shape | undefined;
  let slot = -1;
  return (evaluation, item, found) => {
    evaluation.spend(1);
    if (!(item instanceof JsonObject))
      return evaluation.failStructure('2203A', 'jsonpath member accessor can only be applied to an object');
    if (item.shape !== shape) {
      shape = item.shape;
      slot = shape.slotOf(name);
    }
    if (slot < 0) return evaluation.failStructure('2203A', missing);
    return next(evaluation, item.values[slot] as JsonValue, found);
  };
}

function compileAnyMember(next: Step): Step {
  return (evaluation, item, found) =>
    item instanceof JsonObject
      ? eachOf(membersOf(item, evaluation), next, evaluation, found)
      : evaluation.failStructure(
          '2203C',
          'jsonpath wildcard member accessor can only be applied to an object',
        );
}

/** In the order of `jsonb`. */
function membersOf({ shape, values }: JsonObject, evaluation: Evaluation): readonly JsonValue[] {
  const order = shape.storageOrderWithin(evaluation.spending);
  return shape.isStored ? values : order.map((slot) => values[slot] as JsonValue);
}

/** In lax mode all that is no array is an array of itself. */
function compileAnyElement(next: Step, isLax: boolean): Step {
  return (evaluation, item, found) => {
    if (isArray(item)) return eachOf(item, next, evaluation, found);
    if (isLax) return next(evaluation, item, found);
    return evaluation.failStructure(
      '22039',
      'jsonpath wildcard array accessor can only be applied to an array',
    );
  };
}

function compileFilter(predicate: Predicate, next: Step, isLax: boolean): Step {
  const condition = compilePredicate(predicate, isLax);
  return (evaluation, item, found) => {
    evaluation.spend(1);
    const { current } = evaluation;
    evaluation.current = item;
    const truth = condition(evaluation, item);
    evaluation.current = current;
    return truth === isTrue ? next(evaluation, item, found) : notFound;
  };
}

/** The item itself, its members or elements, and so on, each before what is in it. */
function compileDescendants(from: number, to: number, next: Step): Step {
  const descend = compileDescent(from, to, next);
  return (evaluation, item, found) => {
    evaluation.spend(1);
    let outcome: Outcome = notFound;
    if (from === 0) outcome = passingOver(next, evaluation, item, found);
    if (outcome === ok && found === null) return outcome;
    // PostgreSQL forgets an error of the item itself when there is something in it, and so do we.
    return isContainer(item) ? descend(evaluation, item, found, 1) : outcome;
  };
}

type Container = JsonObject | readonly JsonValue[];

const isContainer = (item: Item): item is Container => item instanceof JsonObject || isArray(item);

type Descent = (evaluation: Evaluation, container: Container, found: Item[] | null, level: number) => Outcome;

function compileDescent(from: number, to: number, next: Step): Descent {
  const isLeavesOnly = from === lastLevel && to === lastLevel;
  return function descend(evaluation, container, found, level): Outcome {
    if (level > to) return notFound;
    let outcome: Outcome = notFound;
    for (const value of container instanceof JsonObject ? membersOf(container, evaluation) : container) {
      evaluation.spend(1);
      const isInner = isContainer(value);
      if (level >= from || (isLeavesOnly && !isInner)) {
        outcome = passingOver(next, evaluation, value, found);
        if (outcome === failed || (outcome === ok && found === null)) return outcome;
      }
      if (level >= to || !isInner) continue;
      outcome = descend(evaluation, value, found, level + 1);
      if (outcome === failed || (outcome === ok && found === null)) return outcome;
    }
    return outcome;
  };
}

/** A step that no missing member stops, in strict mode too. */
function passingOver(step: Step, evaluation: Evaluation, item: Item, found: Item[] | null): Outcome {
  const { ignoresStructure } = evaluation;
  evaluation.ignoresStructure = true;
  const outcome = step(evaluation, item, found);
  evaluation.ignoresStructure = ignoresStructure;
  return outcome;
}
