import { JSONPathClass } from 'jsonpath-plus';
import { Name, type Node } from '../../../json/tape.ts';
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
 * The forms that only jsonpath-plus defines. Each is a step of Downpour's evaluator that the library
 * performs, on arrays and objects of the values that the form needs. Every step of the library spends from
 * the budget, and instead of evaluating JavaScript the library calls a compiled condition. Downpour walks
 * between these forms itself, because the library has faults: it loses a level on `^` after `..`, after a
 * union and after a script, overflows the stack on `..` in a document 1,000 deep, takes names for signs, and
 * moves all matches after a `^` once for each match.
 */
export const plus = {
  /** `^`: the parent, where the library returns it. */
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

  /** `[(...)]`: the member or element whose key an expression computes from the array or object. */
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

/** `key`: of the value. `decide`: the result of an expression in parentheses. */
type Asked = { readonly key?: string | number | null; readonly decide?: (value: Item) => unknown };

/**
 * Replaces a name or index that a script did not compute. The library would otherwise select the member with
 * an empty name.
 */
const noSign = null;

/** A walk of jsonpath-plus over one form, with counted steps. */
class Form extends JSONPathClass {
  #evaluation: Evaluation | undefined;
  #decide: Asked['decide'];
  #matches: Item[] = [];

  constructor() {
    super({ path: '$', json: {}, autostart: false });
  }

  /** @param holder the library's form of a value. */
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
    // The match at the end of a path is the value itself; other matches were added during the walk.
    if (!Array.isArray(match) && match.isParentSelector !== true) this.#matches.push(match.value as Item);
    return this.#matches;
  }

  /** A step of the library: the rest of its path, at a value. */
  override _trace(...step: Trace): ReturnType<JSONPathClass['_trace']> {
    const [rest, value] = step;
    this.#evaluation?.spend(1);
    if (rest.length > 0) return rest[0] === noSign ? [] : super._trace(...step);
    this.#matches.push(value as Item);
    return [];
  }

  /** Replaces the evaluation of JavaScript between the parentheses. */
  override _eval(_code: string, value: Item): unknown {
    this.#evaluation?.spend(1);
    return this.#decide?.(value);
  }
}

/** The values of an array or object by their keys, as far as a form needs them. */
type Holder = Record<string | number, unknown>;

const emptyHolder = (): Holder => Object.create(null) as Holder;

/** A key in the form that the library never takes for a sign. */
const signOf = (key: string | number): string | number => (typeof key === 'string' ? `\`${key}` : key);

/** Puts a value of an array or object into its holder. @returns its sign. */
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

/** All values in an array or object. The library walks through members as through elements. */
const childrenOf = (value: Item): readonly Node[] => (isContainer(value) ? value.values : []);

/**
 * A value of the same type. A number beyond all doubles is infinite after reading, and the library would not
 * treat it as a number.
 */
function typed(given: Item): unknown {
  const value = plain(given);
  if (isContainer(value)) return value.isArray ? [] : {};
  return typeof value === 'number' && !Number.isFinite(value) ? Number.MIN_VALUE : value;
}
