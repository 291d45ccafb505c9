import { JSONPathClass } from 'jsonpath-plus';
import { Name, Node } from '../../../json/tape.ts';
import type { Budget } from '../../budget.ts';
import type { Expression, ValueType } from '../grammar/ast.ts';
import { isContainer, isObject, plain } from '../values/value.ts';
import { type Ancestor, keyOf, named, type Property, type Step } from './ancestor.ts';
import type { Scope } from './expression.ts';
import { element, member, position } from './member.ts';

/**
 * The forms that only jsonpath-plus defines. Each is a step of Downpour's walk that the library performs, on
 * arrays and objects of the values that the form needs. Every step of the library spends from the budget, and
 * instead of evaluating JavaScript the library calls a compiled condition. Downpour walks between these forms
 * itself, because the library has faults: it loses a level on `^` after `..`, after a union and after a
 * script, overflows the stack on `..` in a document 1,000 deep, takes names for signs, and moves all matches
 * after a `^` once for each match.
 */
export const plus = {
  /** `^`: the parent, where the library returns it. */
  parent(budget: Budget, next: Step): Step {
    const form = new Form(budget);
    return (value, property, parent) => {
      if (parent === undefined) return;
      const key = keyOf(value, property) ?? 0;
      form.take([signOf(key), '^'], holderOf(key, value), parent, () =>
        next(parent.value, parent.property, parent.parent),
      );
    };
  },

  /** `~`: the name of a member. */
  propertyName(budget: Budget, next: Step): Step {
    const form = new Form(budget);
    return (value, property, parent) =>
      form.take(['~'], null, { value, property, parent }, (name) => next(name, null, undefined));
  },

  /** `@number()` and the other type selectors. */
  type(type: ValueType, budget: Budget, next: Step): Step {
    const form = new Form(budget);
    return (value, property, parent) =>
      form.take([`@${type}()`], typed(value), { value, property, parent }, () =>
        next(value, property, parent),
      );
  },

  /** `[?(...)]`: members and elements for which a condition holds. */
  filter(condition: Expression, holds: (scope: Scope) => boolean, budget: Budget, next: Step): Step {
    const pathOf = pathFor(condition);
    const form = new Form(budget, ({ value, property, parent }, current, index) => {
      const key = keyOf(current, isObject(value) ? named : index);
      const [around, parentProperty] = [parent?.value ?? null, keyOf(value, property)];
      const path = pathOf?.(key, { value, property, parent });
      return holds({ current, property: key, parent: around, parentProperty, path });
    });
    return (value, property, parent) => {
      const here = { value, property, parent };
      form.take(['?(0)'], childrenOf(value), here, (found, index) =>
        next(found, isObject(value) ? named : index, here),
      );
    };
  },

  /** `[(...)]`: the member or element whose key an expression computes from the array or object. */
  script(expression: Expression, compute: (scope: Scope) => unknown, budget: Budget, next: Step): Step {
    const pathOf = pathFor(expression);
    const form = new Form(budget, ({ value, property, parent }, holder) => {
      const key = keyOf(value, property);
      const around = parent?.value ?? null;
      const path = pathOf?.(key, parent);
      const scope = { current: value, property: key ?? rootName, parent: around, parentProperty: key, path };
      return hold(holder as Holder, value, compute(scope));
    });
    return (value, property, parent) => {
      const here = { value, property, parent };
      form.take(['(0)'], emptyHolder(), here, (found, key) =>
        next(found, typeof key === 'string' ? named : key, here),
      );
    };
  },
};

type Found = (value: unknown, property: Property) => void;
type Trace = Parameters<JSONPathClass['_trace']>;
/** Evaluates an expression at an array or object. @param index of the candidate of a filter. */
type Evaluate = (here: Ancestor, value: unknown, index: number) => unknown;

/**
 * Replaces a name or index that a script did not compute. The library would otherwise select the member with
 * an empty name.
 */
const noSign = null;
/** The library's name of the root. */
const rootName = '$';

/** A walk of jsonpath-plus over one form, with counted steps. */
class Form extends JSONPathClass {
  readonly #budget: Budget;
  readonly #evaluate: Evaluate;
  #here: Ancestor | undefined;
  #found: Found = () => undefined;

  constructor(budget: Budget, evaluate: Evaluate = () => undefined) {
    super({ path: '$', json: {}, autostart: false });
    this.#budget = budget;
    this.#evaluate = evaluate;
  }

  /** @param holder the library's form of the value of `here`. */
  take(signs: readonly (string | number)[], holder: unknown, here: Ancestor, found: Found): void {
    this.#here = here;
    this.#found = found;
    const key = keyOf(here.value, here.property);
    const match = this._trace(
      ...([[...signs], holder, [key ?? rootName], null, key, undefined, false] as unknown as Trace),
    );
    // The match at the end of a path is the value itself; other matches were reported during the walk.
    if (!Array.isArray(match) && match.isParentSelector !== true) found(match.value, key);
  }

  /** A step of the library: the rest of its path, at a value. */
  override _trace(...step: Trace): ReturnType<JSONPathClass['_trace']> {
    const [rest, value, , , property] = step;
    this.#budget.spend(1);
    if (rest.length > 0) return rest[0] === noSign ? [] : super._trace(...step);
    this.#found(value, property as Property);
    return [];
  }

  /** Replaces the evaluation of JavaScript between the parentheses. */
  override _eval(_code: string, value: unknown, property: string | number): unknown {
    this.#budget.spend(1);
    return this.#evaluate(this.#here!, value, property as number);
  }
}

/** The values of an array or object by their keys, as far as a form needs them. */
type Holder = Record<string | number, unknown>;

const emptyHolder = (): Holder => Object.create(null) as Holder;

function holderOf(key: string | number, value: unknown): Holder {
  const holder = emptyHolder();
  holder[key] = value;
  return holder;
}

/** A key in the form that the library never takes for a sign. */
const signOf = (key: string | number): string | number => (typeof key === 'string' ? `\`${key}` : key);

/** Puts a value into its holder. @returns its sign. */
function hold(holder: Holder, value: unknown, key: unknown): string | number | null {
  if (typeof key !== 'number' && (typeof key !== 'string' || !isObject(value))) return noSign;
  const place = typeof key === 'number' ? position(value, key) : key;
  const found = typeof key === 'number' ? element(value, key) : member(value, new Name(key), true);
  if (place === undefined || found === undefined) return noSign;
  holder[place] = found;
  return signOf(place);
}

/** All values in an array or object. The library walks through members as through elements. */
const childrenOf = (value: unknown): readonly Node[] =>
  isContainer(value) ? value.tape.values(value.at).map((child) => new Node(value.tape, child)) : [];

/**
 * A value of the same type. A number beyond all doubles is infinite after reading, and the library would not
 * treat it as a number.
 */
function typed(given: unknown): unknown {
  const value = plain(given);
  if (isContainer(value)) return value.isArray ? [] : {};
  return typeof value === 'number' && !Number.isFinite(value) ? Number.MIN_VALUE : value;
}

/** @param key of a candidate, and what contains it. */
type PathOf = (key: Property, parent?: Ancestor) => string;

/** Writes the path of a candidate, if the expression uses it. A name is always in quotes. */
function pathFor(expression: Expression): PathOf | undefined {
  if (!JSON.stringify(expression).includes('"base":"path"')) return undefined;
  return (key, parent) => {
    let path = '';
    let below = key;
    for (let place = parent; place !== undefined; place = place.parent) {
      const step = typeof below === 'string' ? `'${below.replace(/['\\]/g, '\\$&')}'` : below;
      path = `[${step}]${path}`;
      below = keyOf(place.value, place.property);
    }
    return rootName + path;
  };
}
