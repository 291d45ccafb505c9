import type { Accessor, Expression, Node, Predicate } from '../query/sql/grammar/ast.ts';
import { isPredicate } from '../query/sql/grammar/ast.ts';
import type { Scalar } from './bloom-filter.ts';
import { allOf, anyOf, type Need, nameNeed, none } from './needs.ts';

/** The words that a document needs so that a SQL/JSON path finds something in it, or is true for it. */
export const sqlPathNeeds = (root: Node): Need =>
  isPredicate(root) ? needOfPredicate(root) : needOfExpression(root);

function needOfExpression(expression: Expression): Need {
  if (expression.kind !== 'path' || !isPlace(expression.base)) return none;
  return allOf(inDocument(expression.accessors).map(needOfAccessor));
}

const isPlace = ({ kind }: Node): boolean => kind === 'root' || kind === 'current';

/**
 * The accessors before the first method. Results of a method, such as the members of `.keyvalue()`, are not
 * in the document.
 */
export function inDocument(accessors: readonly Accessor[]): readonly Accessor[] {
  const end = accessors.findIndex(({ kind }) => kind === 'method' || kind === 'datetime');
  return end === -1 ? accessors : accessors.slice(0, end);
}

function needOfAccessor(accessor: Accessor): Need {
  if (accessor.kind === 'member') return nameNeed(accessor.name);
  return accessor.kind === 'filter' ? needOfPredicate(accessor.condition) : none;
}

/** The words for a predicate that must be true. Unknown is not enough. */
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

/** A comparison is true only if it holds for two items that exist, so both paths must find something. */
function needOfComparison({ operator, left, right }: Extract<Predicate, { kind: 'comparison' }>): Need {
  const both = [needOfExpression(left), needOfExpression(right)];
  if (operator !== '==') return allOf(both);
  return allOf([...both, needOfValue(left, right), needOfValue(right, left)]);
}

/**
 * The words that a document needs for a comparison of the value at a name with a literal. Elements of an
 * array count for the array's name.
 */
function needOfValue(path: Expression, literal: Expression): Need {
  if (path.kind !== 'path' || !isPlace(path.base) || literal.kind !== 'literal') return none;
  if (inDocument(path.accessors) !== path.accessors) return none;
  const last = path.accessors.findLast(({ kind }) => kind !== 'anyElement' && kind !== 'elements');
  if (last?.kind !== 'member' || (typeof literal.value === 'object' && literal.value !== null)) return none;
  return { kind: 'value', name: last.name, value: literal.value as Scalar };
}
