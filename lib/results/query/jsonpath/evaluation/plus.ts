import { JSONPath, JSONPathClass } from 'jsonpath-plus';
import type { Budget } from '../../budget.ts';
import type { Expression, ValueType } from '../grammar/ast.ts';
import { decodePath, keyIn, plain } from '../values/lossless-value.ts';
import type { Ancestor, Property, Step } from './ancestor.ts';
import type { Scope } from './expression.ts';
import { position } from './member.ts';

/**
 * The forms that only jsonpath-plus defines. Each is a step of Downpour's walk that the library performs.
 * Every step of the library spends from the budget, and instead of evaluating JavaScript the library calls a
 * compiled condition. Downpour walks between these forms itself, because the library has faults: it loses a
 * level on `^` after `..`, after a union and after a script, overflows the stack on `..` in a document 1,000
 * deep, takes names for signs, and moves all matches after a `^` once for each match.
 */
export const plus = {
  /** `^`: the parent, where the library returns it. */
  parent(budget: Budget, next: Step): Step {
    const form = new Form(budget);
    return (_value, property, parent) => {
      if (parent === undefined) return;
      form.take([signOf(property), '^'], parent, () => next(parent.value, parent.property, parent.parent));
    };
  },

  /** `~`: the name of a member. */
  propertyName(budget: Budget, next: Step): Step {
    const form = new Form(budget);
    return (value, property, parent) =>
      form.take(['~'], { value, property, parent }, (name) => next(name, null, undefined));
  },

  /** `@number()` and the other type selectors. */
  type(type: ValueType, budget: Budget, next: Step): Step {
    const form = new Form(budget);
    return (value, property, parent) => {
      const place = { value: typed(plain(value)), property, parent };
      form.take([`@${type}()`], place, () => next(value, property, parent));
    };
  },

  /** `[?(...)]`: members and elements for which a condition holds. */
  filter(condition: Expression, holds: (scope: Scope) => boolean, budget: Budget, next: Step): Step {
    const form = new Form(budget, holds, condition);
    return (value, property, parent) => {
      const here = { value, property, parent };
      form.take(['?(0)'], here, (found, key) => next(found, key, here));
    };
  },

  /** `[(...)]`: the member or element whose key an expression computes from the array or object. */
  script(expression: Expression, compute: (scope: Scope) => unknown, budget: Budget, next: Step): Step {
    const selected = (scope: Scope) => signIn(scope.current, compute(scope));
    const form = new Form(budget, selected, expression);
    return (value, property, parent) => {
      const here = { value, property, parent };
      form.take(['(0)'], here, (found, key) => next(found, key, here));
    };
  },
};

type Found = (value: unknown, property: Property) => void;
type Trace = Parameters<JSONPathClass['_trace']>;

/**
 * Replaces a name or index that a script did not compute. The library would otherwise select the member with
 * an empty name.
 */
const noSign = null;

/** A walk of jsonpath-plus over one form, with counted steps. */
class Form extends JSONPathClass {
  readonly #budget: Budget;
  readonly #evaluate: (scope: Scope) => unknown;
  readonly #pathOf: PathOf | undefined;
  #here: Ancestor | undefined;
  #found: Found = () => undefined;

  constructor(budget: Budget, evaluate: (scope: Scope) => unknown = () => undefined, code?: Expression) {
    super({ path: '$', json: {}, autostart: false });
    this.#budget = budget;
    this.#evaluate = evaluate;
    this.#pathOf = code && pathFor(code);
  }

  take(signs: readonly (string | number)[], here: Ancestor, found: Found): void {
    const { value, property, parent } = here;
    this.#here = here;
    this.#found = found;
    // The library's name of the root.
    const path = [property ?? '$'];
    const match = this._trace(
      ...([[...signs], value, path, parent?.value ?? null, property, undefined, false] as unknown as Trace),
    );
    // The match at the end of a path is the value itself; other matches were reported during the walk.
    if (!Array.isArray(match) && match.isParentSelector !== true) found(match.value, property);
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
  override _eval(
    code: string,
    current: unknown,
    property: string | number,
    _path: unknown,
    parent: unknown,
    parentProperty: unknown,
  ): unknown {
    this.#budget.spend(1);
    const here = this.#here;
    const isScript = code.startsWith('(');
    const path = isScript
      ? this.#pathOf?.(here?.property ?? null, here?.parent)
      : this.#pathOf?.(property, here);
    return this.#evaluate({ current, property, parent, parentProperty, path });
  }
}

/** A key in the form that the library never takes for a sign. */
const signOf = (key: Property): string | number => (typeof key === 'string' ? `\`${key}` : (key ?? 0));

function signIn(holder: unknown, selected: unknown): string | number | null {
  if (typeof selected === 'number') return position(holder, selected) ?? noSign;
  if (typeof selected !== 'string' || typeof holder !== 'object' || holder === null || Array.isArray(holder))
    return noSign;
  const key = keyIn(holder, selected);
  return key === undefined ? noSign : signOf(key);
}

/** A number beyond all doubles is infinite after reading, and the library would not treat it as a number. */
const typed = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? Number.MIN_VALUE : value;

type PathOf = (property: Property, parent?: Ancestor) => string;

/** Writes the path of a candidate as jsonpath-plus does, if the expression uses it. */
function pathFor(expression: Expression): PathOf | undefined {
  if (!JSON.stringify(expression).includes('"base":"path"')) return undefined;
  return (property, parent) => {
    const names = [];
    let below = property;
    for (let place = parent; place !== undefined; place = place.parent) {
      names.push(String(below));
      below = place.property;
    }
    return decodePath(JSONPath.toPathString(['$', ...names.reverse()]));
  };
}
