import type { ArithmeticOperator, Comparison } from '../../operators.ts';
import type { LikeRegex } from '../like-regex/like-regex.ts';
import type { JsonNumber } from '../values/decimal.ts';

/** A parsed path. */
export type Ast = {
  /**
   * The mode of the path. In strict mode a step never treats a value as an array or an array as its elements,
   * and a missing value is an error.
   */
  readonly mode: 'lax' | 'strict';
  readonly root: Node;
};

export type Node = Expression | Predicate;

/** An expression gives a sequence of items. */
export type Expression =
  | { readonly kind: 'literal'; readonly value: null | boolean | string | JsonNumber }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'root' }
  /**
   * `@`, the item of the innermost filter, or `last`, the last index of the innermost array. `at` is its
   * offset in the text.
   */
  | { readonly kind: 'current' | 'last'; readonly at: number }
  | { readonly kind: 'sign'; readonly sign: '+' | '-'; readonly operand: Expression }
  | ({ readonly kind: 'arithmetic'; readonly operator: ArithmeticOperator } & Sides)
  /**
   * An expression with accessors after it. The base is never a path. It may be a predicate in parentheses, as
   * in `($.a == 1).type()`.
   */
  | { readonly kind: 'path'; readonly base: Node; readonly accessors: readonly Accessor[] };

type Sides = { readonly left: Expression; readonly right: Expression };

export type Accessor =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'anyMember' | 'anyElement' }
  | { readonly kind: 'elements'; readonly subscripts: readonly Subscript[] }
  /**
   * The accessor `**` with its first and last level. Level 0 is the item itself. `lastLevel` means the
   * deepest level of the document.
   */
  | { readonly kind: 'descendants'; readonly from: number; readonly to: number }
  | { readonly kind: 'filter'; readonly condition: Predicate }
  | { readonly kind: 'method'; readonly name: MethodName }
  | { readonly kind: 'datetime'; readonly template?: string };

export const lastLevel = 0xffff_ffff;

/** An index, or a range including both ends. */
export type Subscript = { readonly from: Expression; readonly to?: Expression };

export const methodNames = ['abs', 'ceiling', 'double', 'floor', 'keyvalue', 'size', 'type'] as const;
export type MethodName = (typeof methodNames)[number];

/** A predicate is true, false or unknown. */
export type Predicate =
  | { readonly kind: 'and' | 'or'; readonly left: Predicate; readonly right: Predicate }
  | { readonly kind: 'not' | 'isUnknown'; readonly operand: Predicate }
  | { readonly kind: 'exists'; readonly operand: Expression }
  | ({ readonly kind: 'comparison'; readonly operator: Comparison } & Sides)
  | { readonly kind: 'startsWith'; readonly whole: Expression; readonly start: Expression }
  | { readonly kind: 'likeRegex'; readonly text: Expression; readonly pattern: LikeRegex };

export const isPredicate = (node: Node): node is Predicate => node.kind in predicateKinds;

const predicateKinds: Readonly<Record<Predicate['kind'], true>> = {
  and: true,
  or: true,
  not: true,
  isUnknown: true,
  exists: true,
  comparison: true,
  startsWith: true,
  likeRegex: true,
};

/**
 * The direct parts of a node that are nodes themselves. Parts in the accessors of a path are not included.
 */
export function operandsOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'literal':
    case 'variable':
    case 'root':
    case 'current':
    case 'last':
      return [];
    case 'path':
      return [node.base];
    case 'sign':
    case 'not':
    case 'isUnknown':
    case 'exists':
      return [node.operand];
    case 'arithmetic':
    case 'comparison':
    case 'and':
    case 'or':
      return [node.left, node.right];
    case 'startsWith':
      return [node.whole, node.start];
    case 'likeRegex':
      return [node.text];
  }
}

/** The expressions in the subscripts of `[...]`. */
export const expressionsIn = (subscripts: readonly Subscript[]): readonly Expression[] =>
  subscripts.flatMap(({ from, to }) => (to === undefined ? [from] : [from, to]));
