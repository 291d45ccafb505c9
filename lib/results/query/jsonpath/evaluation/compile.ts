import { and, exists, not, or } from '../../evaluation/conditions.ts';
import {
  type Condition,
  type Evaluation,
  emit,
  type Item,
  isFalse,
  isTrue,
  notFound,
  type Step,
} from '../../evaluation/evaluation.ts';
import { filterStep } from '../../evaluation/steps.ts';
import { patternOf } from '../../patterns/pattern.ts';
import type { Base, Expression, Query, Segment, Selector, Truth } from '../grammar/ast.ts';
import { isStandard } from '../grammar/standard.ts';
import { plain } from '../values/value.ts';
import { arithmetic, callFunction, callMethod } from './calls.ts';
import { compare } from './comparison.ts';
import { plus } from './jsonpath-plus-steps.ts';
import { keyOf, parentOf, pathOf, rootName } from './place.ts';
import { descentStep, indexStep, nameStep, singularStep, sliceStep, unionOf, valuesStep } from './steps.ts';

/**
 * Compiles a path to a function for one evaluation. That function remembers the answers of paths in filters
 * that begin at `$`.
 */
export const compilePath = (segments: readonly Segment[]): Step =>
  segments.reduceRight<Step>((next, segment) => segmentStep(segment, next), emit);

function segmentStep(segment: Segment, next: Step): Step {
  switch (segment.kind) {
    case 'child':
      return unionOf(segment.selectors.map((selector) => selectorStep(selector, next)));
    case 'descendant':
      return descentStep(unionOf(segment.selectors.map((selector) => selectorStep(selector, next))));
    case 'parent':
      return plus.parent(next);
    case 'propertyName':
      return plus.propertyName(next);
    case 'type':
      return plus.type(segment.type, next);
  }
}

function selectorStep(selector: Selector, next: Step): Step {
  switch (selector.kind) {
    case 'name':
      return nameStep(selector, next);
    case 'index':
      return indexStep(selector.index, next);
    case 'wildcard':
      return valuesStep(next);
    case 'slice':
      return sliceStep(selector, next);
    case 'filter': {
      const condition = inFilter.condition(selector.condition, selector.truth);
      return isStandard(selector) ? valuesStep(filterStep(condition, next)) : plus.filter(condition, next);
    }
    case 'script':
      return plus.script(inScript.value(selector.value), next);
  }
}

/** A function that computes an expression. Undefined means that a value is missing. */
type Evaluate<Value = unknown> = (evaluation: Evaluation, item: Item) => Value;

/**
 * Compiles expressions about an item. In a filter the item is the tested value. In a script it is the array
 * or object to which the script is applied.
 */
class Compiler {
  /**
   * Finds the array or object whose parent is `@parent`, as jsonpath-plus defines this word. In a filter it
   * contains the item; in a script it is the item.
   */
  readonly #holderOf: (item: Item) => Item | undefined;

  constructor(holderOf: (item: Item) => Item | undefined) {
    this.#holderOf = holderOf;
  }

  /**
   * Compiles the condition of a filter.
   * @param truth the meaning of a path alone, without a comparison.
   */
  condition(expression: Expression, truth: Truth): Condition {
    switch (expression.kind) {
      case 'group':
        return this.condition(expression.operand, truth);
      case 'not':
        return not(this.condition(expression.operand, truth));
      case 'and':
        return and(this.condition(expression.left, truth), this.condition(expression.right, truth));
      case 'or':
        return or(this.condition(expression.left, truth), this.condition(expression.right, truth));
      case 'query':
        return truth === 'exists' || !expression.isSingular
          ? this.#existence(expression)
          : truthOf(this.#only(expression));
      default:
        return truthOf(this.value(expression));
    }
  }

  /** Compiles an expression to a function that computes its value. */
  value(expression: Expression): Evaluate {
    switch (expression.kind) {
      case 'literal': {
        const { value } = expression;
        return () => value;
      }
      case 'nothing':
        return missing;
      case 'pattern': {
        const pattern = patternOf(expression.source, expression.flags);
        return () => pattern;
      }
      case 'group':
        return this.value(expression.operand);
      case 'query':
        return this.#only(expression);
      case 'negative': {
        const operand = this.value(expression.operand);
        return (evaluation, item) => arithmetic('-', 0, operand(evaluation, item));
      }
      case 'typeof': {
        const operand = this.value(expression.operand);
        return (evaluation, item) => typeof operand(evaluation, item);
      }
      case 'arithmetic': {
        const [left, right] = [this.value(expression.left), this.value(expression.right)];
        return (evaluation, item) =>
          arithmetic(expression.operator, left(evaluation, item), right(evaluation, item));
      }
      case 'comparison': {
        const [left, right] = [this.value(expression.left), this.value(expression.right)];
        return (evaluation, item) =>
          compare(expression.operator, left(evaluation, item), right(evaluation, item), evaluation.budget);
      }
      case 'method': {
        const target = this.value(expression.target);
        const [argument = missing] = expression.arguments.map((one) => this.value(one));
        return (evaluation, item) =>
          callMethod(
            expression.name,
            target(evaluation, item),
            argument(evaluation, item),
            evaluation.budget,
          );
      }
      case 'function':
        return this.#call(expression);
      case 'and':
      case 'or':
      case 'not': {
        const condition = this.condition(expression, 'exists');
        return (evaluation, item) => condition(evaluation, item) === isTrue;
      }
    }
  }

  #call({ name, arguments: given }: Extract<Expression, { kind: 'function' }>): Evaluate {
    const takesMatches = name === 'count' || name === 'value';
    const [first = missing, second = missing] = given.map((one) =>
      takesMatches ? this.#matches(one) : this.value(one),
    );
    return (evaluation, item) =>
      callFunction(name, first(evaluation, item), second(evaluation, item), evaluation.budget);
  }

  #existence(query: Query): Condition {
    const ask = exists(this.#query(query), false);
    return query.base === 'root' ? once(ask) : ask;
  }

  /** Computes all matches of a path, also of a path with at most one match, for count() and value(). */
  #matches(expression: Expression): Evaluate<readonly Item[]> {
    if (expression.kind === 'group') return this.#matches(expression.operand);
    if (expression.kind !== 'query')
      throw new Error(`a bug in Downpour: expected a path, found ${expression.kind}`);
    const step = this.#query(expression);
    const collect: Evaluate<readonly Item[]> = (evaluation, item) => {
      const found: Item[] = [];
      step(evaluation, item, found);
      return found;
    };
    return expression.base === 'root' ? once(collect) : collect;
  }

  #query({ base, segments }: Query): Step {
    const [start, step] = [this.#base(base), compilePath(segments)];
    return (evaluation, item, found) => {
      const from = start(evaluation, item);
      return from === undefined ? notFound : step(evaluation, from, found);
    };
  }

  /** Computes the value of a path that has at most one match, so no list is needed. */
  #only({ base, segments }: Query): Evaluate {
    const start = this.#base(base);
    const steps = segments
      .flatMap((segment) => ('selectors' in segment ? segment.selectors : []))
      .map(singularStep);
    return (evaluation, item) => {
      evaluation.spend(1);
      let value: unknown = start(evaluation, item);
      for (const step of steps) value = step(value);
      return plain(value);
    };
  }

  #base(base: Base): Evaluate<Item | undefined> {
    const holderOf = this.#holderOf;
    switch (base) {
      case 'root':
        return ({ root }) => root;
      case 'current':
        return (_, item) => item;
      case 'property':
        return (_, item) => keyOf(item) ?? rootName;
      case 'parent':
        return (_, item) => parentOf(holderOf(item) ?? null) ?? null;
      case 'parentProperty':
        return (_, item) => keyOf(holderOf(item) ?? null);
      case 'path':
        return (_, item) => pathOf(item);
    }
  }
}

const missing: Evaluate<undefined> = () => undefined;

/** The truth of a value as in JavaScript: false for 0, null and empty texts, for example. */
const truthOf =
  (value: Evaluate): Condition =>
  (evaluation, item) =>
    value(evaluation, item) ? isTrue : isFalse;

const inFilter = new Compiler(parentOf);
const inScript = new Compiler((item) => item);

/**
 * Computes an expression only once, because a path that begins at `$` has the same answer for every tested
 * value.
 */
function once<Answer>(ask: Evaluate<Answer>): Evaluate<Answer> {
  let known: { readonly answer: Answer } | undefined;
  return (evaluation, item) => {
    known ??= { answer: ask(evaluation, item) };
    return known.answer;
  };
}
