import { JSONPathClass } from 'jsonpath-plus';
import type { Ast, Expression, Query, Segment, Selector } from './ast.ts';
import { type Budget, BudgetFault } from './budget.ts';
import { compileCondition, compileValue, type Evaluate, type Scope, type Surroundings } from './condition.ts';
import { member, position } from './member.ts';
import { Patterns } from './pattern.ts';

/**
 * The matches of an expression in the order of the document, where members with integer-like names come first, as
 * JSON.parse gives them. The document is only read.
 * @throws BudgetFault when that costs more than it may.
 */
export function evaluate(ast: Ast, document: unknown, budget: Budget): readonly unknown[] {
  try {
    return new Trace(document, budget).matches(ast.segments);
  } catch (error) {
    const fault = budgetFault(error);
    throw fault ?? error;
  }
}

/** jsonpath-plus wraps what a condition throws; a stack that overflows is a document or an expression too deep. */
function budgetFault(error: unknown): BudgetFault | undefined {
  if (error instanceof BudgetFault) return error;
  if (error instanceof RangeError)
    return new BudgetFault('54001', 'the document is nested too deeply for this query');
  return error instanceof Error && error.cause !== undefined ? budgetFault(error.cause) : undefined;
}

/** What jsonpath-plus is given instead of text. Texts among these are its own signs, never a caller's. */
type Token =
  | { readonly name: string; readonly quoted: boolean }
  | { readonly index: number }
  | { readonly any: readonly Token[] }
  | string
  | number;

type TraceArguments = Parameters<JSONPathClass['_trace']>;
type TraceResult = ReturnType<JSONPathClass['_trace']>;

/**
 * jsonpath-plus over tokens. Its own reader of text guesses at what is malformed, trips over punctuation in names and
 * keeps every expression for ever, so it is given what our grammar has read. Names, indexes and unions are decided
 * here, because it takes a name `*` for the sign and knows no negative index; walking the document is its part.
 */
class Trace extends JSONPathClass {
  readonly #budget: Budget;
  readonly #around: Surroundings;
  readonly #expressions: Evaluate[] = [];

  constructor(document: unknown, budget: Budget) {
    super({ autostart: false, json: {}, path: '$' });
    this.#budget = budget;
    const select = (segments: Query['segments']) => {
      const tokens = this.#tokens(segments);
      return (start: unknown) => this.#walk(tokens, start);
    };
    this.#around = { document, budget, patterns: new Patterns(), select };
    this.json = document;
    this.currResultType = 'value';
    this.currEval = Condition;
    this.currSandbox = { expressions: this.#expressions };
    this.currCustomTypes = {};
  }

  matches(segments: readonly Segment[]): readonly unknown[] {
    return this.#walk(this.#tokens(segments), this.json);
  }

  #walk(tokens: readonly Token[], start: unknown): readonly unknown[] {
    const found = this._trace(tokens as TraceArguments[0], start, ['$'], null, null, undefined, undefined);
    return (Array.isArray(found) ? found : [found])
      .filter((one) => one !== undefined && !one.isParentSelector)
      .map((one) => one.value);
  }

  override _trace(...[tokens, value, path, parent, property, callback]: TraceArguments): TraceResult {
    this.#budget.spend(1);
    const token = tokens[0] as Token | undefined;
    const go = (next: readonly Token[], isOwn: boolean): TraceResult =>
      super._trace(next as TraceArguments[0], value, path, parent, property, callback, undefined, isOwn);
    const insteadOf = (next: Token): readonly Token[] => [next, ...tokens.slice(1)];
    if (token === undefined) this.#budget.result();
    if (typeof token !== 'object') return go(tokens, false);
    if ('any' in token) {
      const all = (one: Token): TraceResult =>
        this._trace(insteadOf(one) as TraceArguments[0], value, path, parent, property, callback, undefined);
      return token.any.flatMap(all);
    }
    if ('index' in token) {
      const at = position(value, token.index);
      return at === undefined ? [] : go(insteadOf(at), true);
    }
    return member(value, token.name, token.quoted) === undefined ? [] : go(insteadOf(token.name), true);
  }

  #tokens(segments: readonly Segment[]): readonly Token[] {
    return segments.flatMap((segment) => this.#step(segment));
  }

  #step(segment: Segment): readonly Token[] {
    switch (segment.kind) {
      case 'child':
        return [this.#union(segment.selectors)];
      case 'descendant':
        return ['..', this.#union(segment.selectors)];
      case 'parent':
        return ['^'];
      case 'propertyName':
        return ['~'];
      case 'type':
        return [`@${segment.type}()`];
    }
  }

  #union(selectors: readonly Selector[]): Token {
    const tokens = selectors.map((selector) => this.#token(selector));
    const [only] = tokens;
    return only !== undefined && tokens.length === 1 ? only : { any: tokens };
  }

  #token(selector: Selector): Token {
    switch (selector.kind) {
      case 'name':
        return { name: selector.name, quoted: selector.quoted };
      case 'index':
        return { index: selector.index };
      case 'wildcard':
        return '*';
      case 'slice':
        return `${selector.start ?? ''}:${selector.end ?? ''}:${selector.step ?? ''}`;
      case 'filter':
        return `?${this.#expression(compileCondition(selector.condition, selector.truth, this.#around), selector.condition)}`;
      case 'script':
        return this.#expression(this.#computed(selector.value), selector.value);
    }
  }

  /** What a script computes, as a token: a number is an index, a text the name of a member, all else selects nothing. */
  #computed(value: Expression): Evaluate {
    const compute = compileValue(value, this.#around);
    return (scope): Token => {
      const found = compute(scope);
      if (typeof found === 'number') return { index: found };
      return typeof found === 'string' ? { name: found, quoted: true } : { any: [] };
    };
  }

  /** Code for jsonpath-plus's plug-in: the number of a compiled expression. It fills in a path only where asked to. */
  #expression(evaluate: Evaluate, source: Expression): string {
    this.#expressions.push(evaluate);
    return `(${this.#expressions.length - 1}${JSON.stringify(source).includes('"base":"path"') ? '@path' : ''})`;
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
    path: sandbox._$_path,
  };
  const evaluate = sandbox.expressions[number];
  if (evaluate === undefined) throw new Error(`there is no expression ${number}`);
  return evaluate(scope);
}
