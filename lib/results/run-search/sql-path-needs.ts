import type { Accessor, Expression, Node, Predicate } from '../query/sql/grammar/ast.ts';
import { isPredicate } from '../query/sql/grammar/ast.ts';
import type { Scalar } from './bloom-filter.ts';
import { allOf, anyOf, type Need, nameNeed, none } from './needs.ts';

/** What a document needs for a SQL/JSON path to find something in it, or to be true of it. */
export const sqlPathNeeds = (root: Node): Need =>
  isPredicate(root) ? needOfPredicate(root) : needOfExpression(root);

function needOfExpression(expression: Expression): Need {
  if (expression.kind !== 'path' || !isPlace(expression.base)) return none;
  return allOf(inDocument(expression.accessors).map(needOfAccessor));
}

const isPlace = ({ kind }: Node): boolean => kind === 'root' || kind === 'current';

/**
 * The accessors up to a method: what it makes is no part of the document, such as the members of
 * `.keyvalue()`.
 */
function inDocument(accessors: readonly Accessor[]): readonly Accessor[] {
  const end = accessors.findIndex(({ kind }) => kind === 'method' || kind === 'datetime');
  return end === -1 ? accessors : accessors.slice(0, end);
}

function needOfAccessor(accessor: Accessor): Need {
  if (accessor.kind === 'member') return nameNeed(accessor.name);
  return accessor.kind === 'filter' ? needOfPredicate(accessor.condition) : none;
}

/** Of one that is true, not merely unknown. */
function needOfPredicate(predicate: Predicate): Need {
  switch (predicate.kind) {
    case 'and':
      return allOf([needOfPredicate(predicate.left), needOfPredicate(predicate.right)]);
    case 'or':
      return anyOf([needOfPredicate(predicate.left), needOfPredicate(predicate.right)]);
    case 'not':
    case 'isUnknown':
      return none;
    case 'exists':
      return needOfExpression(predicate.operand);
    case 'comparison':
      return needOfComparison(predicate);
    case 'startsWith':
      return needOfExpression(predicate.whole);
    case 'likeRegex':
      return needOfExpression(predicate.text);
  }
}

/** There is a pair of items for which it holds. */
function needOfComparison({ operator, left, right }: Extract<Predicate, { kind: 'comparison' }>): Need {
  const both = [needOfExpression(left), needOfExpression(right)];
  if (operator !== '==') return allOf(both);
  return allOf([...both, needOfValue(left, right), needOfValue(right, left)]);
}

/** A value at a name is a literal. An array stands for its elements, which lie at the same name. */
function needOfValue(path: Expression, literal: Expression): Need {
  if (path.kind !== 'path' || !isPlace(path.base) || literal.kind !== 'literal') return none;
  if (inDocument(path.accessors) !== path.accessors) return none;
  const last = path.accessors.findLast(({ kind }) => kind !== 'anyElement' && kind !== 'elements');
  if (last?.kind !== 'member' || (typeof literal.value === 'object' && literal.value !== null)) return none;
  return { kind: 'value', name: last.name, value: literal.value as Scalar };
}
