import { JSONPath, JSONPathClass } from 'jsonpath-plus';
import type { Budget } from '../../budget.ts';
import type { Expression, ValueType } from '../grammar/ast.ts';
import { decodePath, keyIn, plain } from '../values/lossless-value.ts';
import type { Ancestor, Property, Step } from './ancestor.ts';
import type { Scope } from './expression.ts';
import { position } from './member.ts';

/**
 * The forms that jsonpath-plus alone defines, each as a step of our walk that the library takes. Every step
 * of the library spends of our budget, and what it would evaluate as JavaScript is a condition that we have
 * compiled. The walk between the forms is ours: the library loses a level on `^` behind `..`, behind a union
 * and behind a script, overflows the stack on `..` in a document 1,000 deep, takes names for signs, and moves
 * all matches behind a `^` once for each match of it.
 */
export const plus = {
  /** `^`: taken from the parent, where the library answers it. */
  parent(budget: Budget, next: Step): Step {
    const form = new Form(budget);
    return (_value, property, parent) => {
      if (parent === undefined) return;
      form.take([signOf(property), '^'], parent, () => next(parent.value, parent.property, parent.parent));
    };
  },

  /** `~`. */
  propertyName(budget: Budget, next: Step): Step {
    const form = new Form(budget);
    return (value, property, parent) =>
      form.take(['~'], { value, property, parent }, (name) => next(name, null, undefined));
  },

  /** `@number()` and its like. */
  type(type: ValueType, budget: Budget, next: Step): Step {
    const form = new Form(budget);
    return (value, property, parent) => {
      const place = { value: typed(plain(value)), property, parent };
      form.take([`@${type}()`], place, () => next(value, property, parent));
    };
  },

  /** `[?(...)]`: members and elements of which a condition holds. */
  filter(condition: Expression, holds: (scope: Scope) => boolean, budget: Budget, next: Step): Step {
    const form = new Form(budget, holds, condition);
    return (value, property, parent) => {
      const here = { value, property, parent };
      form.take(['?(0)'], here, (found, key) => next(found, key, here));
    };
  },

  /** `[(...)]`: the member or element that an expression computes from its holder. */
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
 * In the place of a name or index that a script did not compute. The library would take the member whose name
 * is empty.
 */
const nowhere = null;

/** A walk of jsonpath-plus over one form, in steps that are counted. */
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
    // To the library the root is called so.
    const path = [property ?? '$'];
    const match = this._trace(
      ...([[...signs], value, path, parent?.value ?? null, property, undefined, false] as unknown as Trace),
    );
    // What ends a path comes as it is; all else has been found on the way.
    if (!Array.isArray(match) && match.isParentSelector !== true) found(match.value, property);
  }

  /** A step of the library: the rest of its path, at a value. */
  override _trace(...step: Trace): ReturnType<JSONPathClass['_trace']> {
    const [rest, value, , , property] = step;
    this.#budget.spend(1);
    if (rest.length > 0) return rest[0] === nowhere ? [] : super._trace(...step);
    this.#found(value, property as Property);
    return [];
  }

  /** In the place of the JavaScript between the parentheses. */
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

/** How the library is handed a key, whatever sign it may look like. */
const signOf = (key: Property): string | number => (typeof key === 'string' ? `\`${key}` : (key ?? 0));

function signIn(holder: unknown, selected: unknown): string | number | null {
  if (typeof selected === 'number') return position(holder, selected) ?? nowhere;
  if (typeof selected !== 'string' || typeof holder !== 'object' || holder === null || Array.isArray(holder))
    return nowhere;
  const key = keyIn(holder, selected);
  return key === undefined ? nowhere : signOf(key);
}

/** A number beyond all doubles is infinite once it is read, which the library does not call a number. */
const typed = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? Number.MIN_VALUE : value;

type PathOf = (property: Property, parent?: Ancestor) => string;

/** Writes the path of a candidate as jsonpath-plus does, when an expression asks for it. */
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
