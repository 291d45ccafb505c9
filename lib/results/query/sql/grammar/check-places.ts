import { SqlPathError } from '../evaluation/errors.ts';
import type { Accessor, Expression, Predicate } from './ast.ts';

/** Where a part of a path stands: `@` needs a filter around it, `last` an array subscript. */
type Surroundings = { readonly isInFilter: boolean; readonly isInSubscript: boolean };

/** @throws SqlPathError 42601 for the first `@` or `last` that stands for nothing. */
export function checkPlaces(root: Expression | Predicate): void {
  check(root, { isInFilter: false, isInSubscript: false });
}

function check(node: Expression | Predicate, around: Surroundings): void {
  switch (node.kind) {
    case 'literal':
    case 'variable':
    case 'root':
      return;
    case 'current':
      if (!around.isInFilter) throw misplaced('@ is not allowed in root expressions', node.at);
      return;
    case 'last':
      if (!around.isInSubscript) throw misplaced('LAST is allowed only in array subscripts', node.at);
      return;
    case 'path':
      check(node.base, around);
      for (const accessor of node.accessors) checkAccessor(accessor, around);
      return;
    case 'sign':
    case 'not':
    case 'isUnknown':
    case 'exists':
      check(node.operand, around);
      return;
    case 'startsWith':
      check(node.whole, around);
      return;
    case 'likeRegex':
      check(node.text, around);
      return;
    case 'arithmetic':
    case 'comparison':
    case 'and':
    case 'or':
      check(node.left, around);
      check(node.right, around);
      return;
  }
}

function checkAccessor(accessor: Accessor, around: Surroundings): void {
  if (accessor.kind === 'filter') check(accessor.condition, { ...around, isInFilter: true });
  if (accessor.kind !== 'elements') return;
  for (const { from, to } of accessor.subscripts) {
    check(from, { ...around, isInSubscript: true });
    if (to !== undefined) check(to, { ...around, isInSubscript: true });
  }
}

const misplaced = (reason: string, position: number): SqlPathError =>
  new SqlPathError('42601', reason, { position });
