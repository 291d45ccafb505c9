import { JSONPathClass } from 'jsonpath-plus';
import type { Budget } from '../../budget.ts';
import type { Query, Segment, ValueType } from '../grammar/ast.ts';
import { asksForPath, type Register, type Token, tokensOf } from '../grammar/token.ts';
import { keyIn, plain, unmarkedPath } from '../values/lossless-value.ts';
import { compileCondition, compileValue, type Evaluate, type Scope, type Surroundings } from './condition.ts';
import { descend } from './descent.ts';
import { member, position } from './member.ts';

/**
 * What a path has come to: a value, or the wish to go on from the parent with the tokens that are left, which is fulfilled
 * where the parent is known.
 */
export type Match = { readonly value: unknown; readonly climb?: readonly Token[] };

/** A value and where it stands. At the root, property and parent are null. */
export type Place = {
  readonly value: unknown;
  readonly parent: unknown;
  /** An index, or the key of a member with its mark. */
  readonly property: string | number | null;
  /** From the root; only kept when a condition asks for it, for jsonpath-plus copies it for every value. */
  readonly path: Path;
};

type Path = (string | number)[];

type TraceArguments = Parameters<JSONPathClass['_trace']>;
type TraceResult = ReturnType<JSONPathClass['_trace']>;

/**
 * jsonpath-plus over tokens. Its own reader of text guesses at what is malformed, trips over punctuation in names and
 * keeps every expression for ever, so it is given what our grammar has read. It walks over members, elements and slices
 * and asks the conditions. Decided here is what it gets wrong: names (it takes `*` for the sign), negative indexes, types
 * of marked values, descents (it overflows the stack at a depth of 1,000) and parents (it loses a level behind a
 * descent, and takes time in proportion to the square of the matches).
 */
export class Trace extends JSONPathClass {
  readonly #budget: Budget;
  readonly #around: Surroundings;
  readonly #expressions: Evaluate[] = [];
  #keepsPaths = false;

  constructor(document: unknown, budget: Budget) {
    super({ autostart: false, json: {}, path: '$' });
    this.#budget = budget;
    const select = (segments: Query['segments']) => {
      const tokens = tokensOf(segments, this.#register);
      return (start: unknown) => this.#walk(tokens, start);
    };
    this.#around = { document, budget, select };
    this.json = document;
    this.currResultType = 'value';
    this.currEval = Condition;
    this.currSandbox = { expressions: this.#expressions };
    this.currCustomTypes = {};
  }

  matches(segments: readonly Segment[]): readonly unknown[] {
    return this.#walk(tokensOf(segments, this.#register), this.json);
  }

  /** The root has no parent: whoever wants to go there finds nothing. */
  #walk(tokens: readonly Token[], start: unknown): readonly unknown[] {
    const found = this.#from(tokens, { value: start, parent: null, property: null, path: rootPath });
    const values = found.filter(({ climb }) => climb === undefined).map(({ value }) => value);
    this.#budget.release(found.length - values.length);
    return values;
  }

  /** jsonpath-plus calls this for what it finds below a value. */
  override _trace(...[tokens, value, path, parent, property]: TraceArguments): TraceResult {
    const place: Place = { value, parent, property, path: this.#keepsPaths ? path : rootPath };
    return this.#from(tokens as unknown as readonly Token[], place) as unknown as TraceResult;
  }

  #from(tokens: readonly Token[], place: Place): readonly Match[] {
    this.#budget.spend(1);
    const token = tokens[0];
    if (token === undefined) return this.#hold({ value: place.value });
    if (typeof token === 'string') return this.#asJsonPathPlus(tokens, place);
    const rest = tokens.slice(1);
    // Numbers are what jsonpath-plus makes of a slice.
    if (typeof token === 'number') return this.#at(token, rest, place);
    if ('any' in token) return token.any.flatMap((one) => this.#from([one, ...rest], place));
    if ('name' in token) return this.#named(token, rest, place);
    if ('index' in token) return this.#at(token.index, rest, place);
    if ('type' in token) return isOfType(place.value, token.type) ? this.#from(rest, place) : [];
    switch (token.sign) {
      case 'climb':
        return this.#hold({ value: undefined, climb: rest });
      case 'propertyName':
        return this.#hold({ value: place.property });
      case 'descend':
        return descend(place, this.#budget, {
          matches: (below) => this.#from(rest, below),
          child: (above, property, value) => this.#child(above, property, value),
          climb: (match, above) => this.#climb(match, above),
        });
    }
  }

  #hold(match: Match): readonly Match[] {
    this.#budget.hold();
    return [match];
  }

  #named(
    { name, quoted }: Extract<Token, { name: string }>,
    rest: readonly Token[],
    place: Place,
  ): readonly Match[] {
    const value = member(place.value, name, quoted);
    if (value === undefined) return [];
    const property =
      typeof place.value === 'object' && place.value !== null ? keyIn(place.value, name) : name;
    return this.#climbAll(this.#from(rest, this.#child(place, property ?? name, value)), place);
  }

  #at(index: number, rest: readonly Token[], place: Place): readonly Match[] {
    const at = position(place.value, index);
    if (at === undefined) return [];
    const value = (place.value as readonly unknown[])[at];
    return this.#climbAll(this.#from(rest, this.#child(place, at, value)), place);
  }

  #child({ value: parent, path }: Place, property: string | number, value: unknown): Place {
    return { value, parent, property, path: this.#keepsPaths ? [...path, property] : rootPath };
  }

  /** A wildcard, a slice, a filter or a script. */
  #asJsonPathPlus(tokens: readonly Token[], place: Place): readonly Match[] {
    const { value, parent, property, path } = place;
    const given = tokens as unknown as TraceArguments[0];
    const found = super._trace(given, value, path, parent, property, undefined, undefined);
    return this.#climbAll(found as unknown as readonly Match[], place);
  }

  #climbAll(found: readonly Match[], parent: Place): readonly Match[] {
    if (!found.some(({ climb }) => climb !== undefined)) return found;
    return found.flatMap((match) => this.#climb(match, parent));
  }

  /** What a match comes to at the parent, when it wanted to go there. */
  #climb(match: Match, parent: Place): readonly Match[] {
    if (match.climb === undefined) return [match];
    this.#budget.release(1);
    return this.#from(match.climb, parent);
  }

  /** The number of a compiled expression, as code for jsonpath-plus's plug-in. */
  readonly #register: Register = (selector) => {
    const expression = selector.kind === 'filter' ? selector.condition : selector.value;
    const evaluate =
      selector.kind === 'filter'
        ? compileCondition(selector.condition, selector.truth, this.#around)
        : this.#computed(compileValue(selector.value, this.#around));
    const number = this.#expressions.push(this.#counted(evaluate)) - 1;
    const asks = asksForPath(expression);
    this.#keepsPaths ||= asks || selector.kind === 'script';
    return `(${number}${asks ? '@path' : ''})`;
  };

  #counted(evaluate: Evaluate): Evaluate {
    return (scope) => {
      this.#budget.spend(1);
      return evaluate(scope);
    };
  }

  /** What a script computes, as a token: a number is an index, a text the name of a member, all else selects nothing. */
  #computed(compute: Evaluate): Evaluate {
    return (scope): Token => {
      const found = compute(scope);
      if (typeof found === 'number') return { index: found };
      return typeof found === 'string' ? { name: found, quoted: true } : { any: [] };
    };
  }
}

const rootPath: Path = ['$'];

/** The types of jsonpath-plus, to which an array is an object too. */
function isOfType(marked: unknown, type: ValueType): boolean {
  const value = plain(marked);
  switch (type) {
    case 'null':
      return value === null;
    case 'boolean':
    case 'number':
    case 'string':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null;
    case 'scalar':
      return typeof value !== 'object' || value === null;
  }
}

/**
 * jsonpath-plus's plug-in point for filters: it makes one for each code and asks it at every candidate. The code is a
 * number, so nothing a caller wrote is ever evaluated as text, and what jsonpath-plus keeps of it stays small.
 */
class Condition {
  readonly number: number;

  constructor(code: string) {
    this.number = Number.parseInt(code.replace('(', ''), 10);
  }

  runInNewContext(sandbox: object): unknown {
    return run(this.number, sandbox as Sandbox);
  }
}

/** The names are jsonpath-plus's. */
type Sandbox = {
  readonly expressions: readonly Evaluate[];
  readonly _$_v: unknown;
  readonly _$_property: unknown;
  readonly _$_parent: unknown;
  readonly _$_parentProperty: unknown;
  readonly _$_path: unknown;
};

/** Outside the class, whose text jsonpath-plus puts into a key at every candidate. */
function run(number: number, sandbox: Sandbox): unknown {
  const scope: Scope = {
    current: sandbox._$_v,
    property: sandbox._$_property,
    parent: sandbox._$_parent,
    parentProperty: sandbox._$_parentProperty,
    path: typeof sandbox._$_path === 'string' ? unmarkedPath(sandbox._$_path) : undefined,
  };
  const evaluate = sandbox.expressions[number];
  if (evaluate === undefined) throw new Error(`there is no expression ${number}`);
  return evaluate(scope);
}
