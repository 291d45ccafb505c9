import type { ArithmeticOperator, Comparison } from '../../operators.ts';

/**
 * A parsed JSONPath: RFC 9535, and from jsonpath-plus parent `^`, property name `~`, types `@number()` and
 * scripts `[(...)]`.
 */
export type Ast = { readonly segments: readonly Segment[] };

/** The offset of a part of an expression in its text, in UTF-16 units from 0. */
type Located = { readonly at: number };

export type Segment = Located &
  (
    | { readonly kind: 'child' | 'descendant'; readonly selectors: readonly Selector[] }
    | { readonly kind: 'parent' | 'propertyName' }
    | { readonly kind: 'type'; readonly type: ValueType }
  );

export const valueTypes = [
  'null',
  'boolean',
  'number',
  'integer',
  'string',
  'array',
  'object',
  'scalar',
] as const;
export type ValueType = (typeof valueTypes)[number];

export type Selector =
  /**
   * A quoted name is a member of an object. The plain name `length` is also the length of an array or text.
   */
  | { readonly kind: 'name'; readonly name: string; readonly quoted: boolean }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start?: number; readonly end?: number; readonly step?: number }
  | { readonly kind: 'filter'; readonly condition: Expression; readonly truth: Truth }
  | { readonly kind: 'script'; readonly value: Expression };

/**
 * The meaning of a path that is a whole condition. In `[?@.a]`, which is RFC 9535, it is true when the value
 * exists, whatever the value is. In `[?(@.a)]`, where parentheses surround the condition, it is true when the
 * value is true in JavaScript, as in jsonpath-plus.
 */
export type Truth = 'exists' | 'value';

export type Expression = Located &
  (
    | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
    /** The word `undefined`, which equals a missing value. */
    | { readonly kind: 'nothing' }
    | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
    | Query
    | { readonly kind: 'not' | 'negative' | 'typeof' | 'group'; readonly operand: Expression }
    | ({ readonly kind: 'and' | 'or' } & Sides)
    | ({ readonly kind: 'comparison'; readonly operator: Comparison } & Sides)
    | ({ readonly kind: 'arithmetic'; readonly operator: ArithmeticOperator } & Sides)
    | { readonly kind: 'function'; readonly name: FunctionName; readonly arguments: readonly Expression[] }
    | Call
  );

type Sides = { readonly left: Expression; readonly right: Expression };

type Call = {
  readonly kind: 'method';
  readonly name: MethodName;
  readonly target: Expression;
  readonly arguments: readonly Expression[];
};

/** A path inside a filter. A singular path has at most one match. */
export type Query = Located & {
  readonly kind: 'query';
  readonly base: Base;
  readonly segments: readonly Segment[];
  readonly isSingular: boolean;
};

/**
 * The start of a path in a filter. `$` and `@root` are the document, `@` is the tested value. The others are
 * words of jsonpath-plus for facts about the tested value.
 */
export type Base = 'root' | 'current' | 'property' | 'parent' | 'parentProperty' | 'path';

/** Functions of RFC 9535 section 2.4 and the number of their arguments. */
export const functionArguments = { length: 1, count: 1, value: 1, match: 2, search: 2 } as const;
export type FunctionName = keyof typeof functionArguments;

/**
 * Methods of strings, arrays and regular expressions that a filter may call, and the number of their
 * arguments.
 */
export const methodArguments = {
  startsWith: 1,
  endsWith: 1,
  includes: 1,
  indexOf: 1,
  match: 1,
  test: 1,
  toLowerCase: 0,
  toUpperCase: 0,
  trim: 0,
} as const;
export type MethodName = keyof typeof methodArguments;
