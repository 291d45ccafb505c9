import { JSONPathClass } from 'jsonpath-plus';
import { Name, type Node } from '../../../json/tape/tape.ts';
import {
  type Condition,
  type Evaluation,
  type Item,
  isEnd,
  isTrue,
  notFound,
  type Outcome,
  type Step,
} from '../../evaluation/evaluation.ts';
import { isContainer, isObject, memberOf } from '../../evaluation/steps.ts';
import type { ValueType } from '../grammar/ast.ts';
import { Length, plain } from '../values/value.ts';
import { keyOf, parentOf, rootName } from './place.ts';
import { elementOf } from './steps.ts';

/**
 * The syntax that only jsonpath-plus defines. Each form is a step of Downpour's evaluator. The step calls the
 * library for this one step, with only the arrays and objects that the step needs. Every step of the library
 * spends from the budget, and the library calls a compiled condition instead of evaluating JavaScript.
 * Downpour follows the rest of the path itself, because the library has faults: it loses a level on `^` after
 * `..`, after a union and after a script, overflows the stack on `..` in a document 1,000 deep, takes names
 * for operators, and moves all matches after a `^` once for each match.
 */
export const plus = {
  /** `^`: the parent of a value, in the cases where the library returns one. */
  parent(next: Step): Step {
    const form = new Form();
    return (evaluation, item, found) => {
      const parent = parentOf(item);
      if (parent === undefined) return notFound;
      const key = keyOf(item)!;
      const holder = emptyHolder();
      holder[key] = item;
      const matches = form.take(evaluation, [signOf(key), '^'], holder);
      return matches.length === 0 ? notFound : next(evaluation, parent, found);
    };
  },

  /** `~`: the name of a member. */
  propertyName(next: Step): Step {
    const form = new Form();
    return (evaluation, item, found) =>
      each(form.take(evaluation, ['~'], null, { key: keyOf(item) }), next, evaluation, found);
  },

  /** `@number()` and the other type selectors. */
  type(type: ValueType, next: Step): Step {
    const form = new Form();
    return (evaluation, item, found) => {
      const matches = form.take(evaluation, [`@${type}()`], typed(item));
      if (matches.length === 0) return notFound;
      return next(evaluation, item instanceof Length ? item.value : item, found);
    };
  },

  /** `[?(...)]`: members and elements for which a condition holds. */
  filter(condition: Condition, next: Step): Step {
    const form = new Form();
    return (evaluation, item, found) => {
      const decide = (candidate: Item): boolean => condition(evaluation, candidate) === isTrue;
      return each(form.take(evaluation, ['?(0)'], childrenOf(item), { decide }), next, evaluation, found);
    };
  },

  /** `[(...)]`: the member or element whose name or index an expression computes from the array or object. */
  script(keyFor: (evaluation: Evaluation, item: Item) => unknown, next: Step): Step {
    const form = new Form();
    return (evaluation, item, found) => {
      const holder = emptyHolder();
      const decide = () => hold(holder, item, keyFor(evaluation, item));
      return each(form.take(evaluation, ['(0)'], holder, { decide }), next, evaluation, found);
    };
  },
};

function each(matches: readonly Item[], next: Step, evaluation: Evaluation, found: Item[] | null): Outcome {
  let outcome: Outcome = notFound;
  for (const match of matches) {
    outcome = next(evaluation, match, found);
    if (isEnd(outcome, found)) return outcome;
  }
  return outcome;
}

type Trace = Parameters<JSONPathClass['_trace']>;

/**
 * Inputs of a step of jsonpath-plus. `key`: the name or index of the value. `decide`: evaluates an expression
 * in parentheses.
 */
type Asked = { readonly key?: string | number | null; readonly decide?: (value: Item) => unknown };

/**
 * Replaces a name or index that a script could not compute. With undefined, jsonpath-plus would select the
 * member with an empty name.
 */
const noSign = null;

/** Calls jsonpath-plus for one step, and counts its work. */
class Form extends JSONPathClass {
  #evaluation: Evaluation | undefined;
  #decide: Asked['decide'];
  #matches: Item[] = [];

  constructor() {
    super({ path: '$', json: {}, autostart: false });
  }

  /**
   * Runs one step of jsonpath-plus.
   * @param holder the value in the form that the library needs.
   */
  take(
    evaluation: Evaluation,
    signs: readonly (string | number)[],
    holder: unknown,
    { key = null, decide }: Asked = {},
  ): readonly Item[] {
    this.#evaluation = evaluation;
    this.#decide = decide;
    this.#matches = [];
    const match = this._trace(
      ...([[...signs], holder, [key ?? rootName], null, key, undefined, false] as unknown as Trace),
    );
    // jsonpath-plus returns a match only at the end of a path. Other matches were added to the list during
    // its run.
    if (!Array.isArray(match) && match.isParentSelector !== true) this.#matches.push(match.value as Item);
    return this.#matches;
  }

  /** Replaces the method of jsonpath-plus that follows a path, to count each call as a step of the query. */
  override _trace(...step: Trace): ReturnType<JSONPathClass['_trace']> {
    const [rest, value] = step;
    this.#evaluation?.spend(1);
    if (rest.length > 0) return rest[0] === noSign ? [] : super._trace(...step);
    this.#matches.push(value as Item);
    return [];
  }

  /** Replaces the method of jsonpath-plus that would evaluate JavaScript in parentheses. */
  override _eval(_code: string, value: Item): unknown {
    this.#evaluation?.spend(1);
    return this.#decide?.(value);
  }
}

/**
 * An array or object in the form that jsonpath-plus needs: only the values that a step reads, by their keys.
 */
type Holder = Record<string | number, unknown>;

const emptyHolder = (): Holder => Object.create(null) as Holder;

/** Writes a key in backquotes, so that jsonpath-plus takes it for a name and never for an operator. */
const signOf = (key: string | number): string | number => (typeof key === 'string' ? `\`${key}` : key);

/**
 * Adds a value of an array or object to its `Holder`, the form that jsonpath-plus needs.
 * @returns the key as the library writes it.
 */
function hold(holder: Holder, value: Item, key: unknown): string | number | null {
  if (typeof key === 'number') return holdAs(holder, key, elementOf(value, key));
  if (typeof key !== 'string' || !isObject(value)) return noSign;
  return holdAs(holder, key, memberOf(value, new Name(key)));
}

function holdAs(holder: Holder, key: string | number, found: Node | undefined): string | number | null {
  if (found === undefined) return noSign;
  holder[key] = found;
  return signOf(key);
}

/** All values in an array or object, because jsonpath-plus handles members like elements. */
const childrenOf = (value: Item): readonly Node[] => (isContainer(value) ? value.values : []);

/**
 * Returns a scalar as JavaScript has it. A number beyond the range of doubles would be infinite, which
 * jsonpath-plus does not treat as a number.
 */
function typed(given: Item): unknown {
  const value = plain(given);
  if (isContainer(value)) return value.isArray ? [] : {};
  return typeof value === 'number' && !Number.isFinite(value) ? Number.MIN_VALUE : value;
}
