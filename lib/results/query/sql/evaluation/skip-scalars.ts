import type { Accessor, Expression, Predicate } from '../grammar/ast.ts';

/**
 * True when an accessor finds nothing in a scalar, because it selects members, or items by their members. A
 * `**` before it then leaves out the scalars.
 */
export function needsMembers(accessor: Accessor): boolean {
  if (accessor.kind === 'filter') return holdsForMembers(accessor.condition);
  return accessor.kind === 'member' || accessor.kind === 'anyMember';
}

/**
 * True when a condition is false or unknown for each scalar. An operand that a scalar could make fail is
 * evaluated, so that the query fails as well.
 */
function holdsForMembers(condition: Predicate): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return holdsForMembers(condition.left) && holdsForMembers(condition.right);
    case 'comparison':
      return areMembers(condition.left, condition.right);
    case 'startsWith':
      return areMembers(condition.whole, condition.start);
    case 'likeRegex':
      return isMember(condition.text);
    case 'exists':
      return isMember(condition.operand);
    case 'not':
    case 'isUnknown':
      return false;
  }
}

/** True when both operands are members of the item, or a member and a literal. */
const areMembers = (left: Expression, right: Expression): boolean =>
  (isMember(left) && (isMember(right) || right.kind === 'literal')) ||
  (left.kind === 'literal' && isMember(right));

function isMember(operand: Expression): boolean {
  if (operand.kind !== 'path' || operand.base.kind !== 'current') return false;
  const [first] = operand.accessors;
  return first?.kind === 'member' || first?.kind === 'anyMember';
}
