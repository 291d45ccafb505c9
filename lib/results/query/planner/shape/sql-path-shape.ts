import { type Comparison, mirrored } from '../../operators.ts';
import { type Accessor, type Expression, lastLevel, type Predicate } from '../../sql/grammar/ast.ts';
import type { SqlJsonPath } from '../../sql/sql-json-path.ts';
import { truncate } from '../../sql/values/arithmetic.ts';
import { compareNumbers } from '../../sql/values/decimal.ts';
import { isNumber } from '../../sql/values/json-value.ts';
import { existenceTest } from './cells.ts';
import {
  allOf,
  type CellTest,
  type Condition,
  isDeep,
  type PathShape,
  type Step,
  truth,
} from './path-shape.ts';
import { numberTest, pairTest, scalarTest, stringTest } from './sql-cell-tests.ts';
import { sqlReach } from './sql-reach.ts';

type Mode = SqlJsonPath['mode'];

/** Converts a SQL/JSON path to the simple form that an index can answer, as far as it has this form. */
export function sqlPathShape({ mode, root }: Pick<SqlJsonPath, 'mode' | 'root'>): PathShape {
  const steps = stepsOf(root, mode);
  const reach = sqlReach(root);
  const parts = shapeParts(root, mode);
  return { rule: mode, ...(steps && { steps }), ...(reach && { reach }), ...(parts && { parts }) };
}

/**
 * Returns the array that may be evaluated in parts. That is possible if the path tests each element without
 * the root and without the element's position. Undefined for other paths.
 */
function shapeParts(root: Expression | Predicate, mode: Mode): PathShape['parts'] {
  if (root.kind !== 'path' || root.base.kind !== 'root') return undefined;
  const [first, ...others] = root.accessors;
  const isMember = first?.kind === 'member';
  const each = isMember ? others[0] : first;
  // In lax mode, an array is replaced by its elements before these accessors.
  const isEach =
    each?.kind === 'anyElement' ||
    (mode === 'lax' && (each?.kind === 'member' || each?.kind === 'anyMember' || each?.kind === 'filter'));
  if (!isEach || readsOtherNodes(root.accessors)) return undefined;
  return isMember ? { member: first.name } : {};
}

/**
 * True when an expression contains `$`, or `.keyvalue()`, whose ids depend on the position of an object in
 * the document.
 */
function readsOtherNodes(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { kind, name } = part as { kind?: unknown; name?: unknown };
  if (kind === 'root' || (kind === 'method' && name === 'keyvalue')) return true;
  return Object.values(part).some(readsOtherNodes);
}

function stepsOf(root: Expression | Predicate, mode: Mode): readonly Step[] | undefined {
  if (root.kind === 'root') return [];
  if (root.kind !== 'path' || root.base.kind !== 'root') return undefined;
  const steps: Step[] = [];
  let isNextDeep = false;
  for (const accessor of root.accessors) {
    if (isDescent(accessor, mode) && !isNextDeep) {
      isNextDeep = true;
      continue;
    }
    const step = accessor.kind === 'filter' ? filterAfter(steps, accessor.condition, mode) : stepOf(accessor);
    if (step === undefined) return undefined;
    if (!isNextDeep) steps.push(step);
    else if (step.kind === 'member' || step.kind === 'wildcard') steps.push({ ...step, deep: true });
    else return undefined;
    isNextDeep = false;
  }
  return isNextDeep ? undefined : steps;
}

/**
 * True for `.**` when it means members at any depth. Then strict mode ignores missing values behind it. In
 * lax mode it would find the elements of an array twice.
 */
const isDescent = (accessor: Accessor, mode: Mode): boolean =>
  mode === 'strict' && accessor.kind === 'descendants' && accessor.from === 0 && accessor.to === lastLevel;

function stepOf(accessor: Accessor): Step | undefined {
  switch (accessor.kind) {
    case 'member':
      return { kind: 'member', name: accessor.name };
    case 'anyMember':
      return { kind: 'members' };
    case 'anyElement':
      return { kind: 'wildcard' };
    case 'elements':
      return sliceOf(accessor);
    case 'method':
      return accessor.name === 'size' ? { kind: 'count' } : undefined;
    default:
      return undefined;
  }
}

/**
 * Builds a filter of elements. It takes the place of a `[*]` or filter before it. In lax mode it tests the
 * elements of an array also without a `[*]`. (It would test the elements of an element that is an array, so a
 * planner requires that no element is an array.)
 */
function filterAfter(steps: Step[], predicate: Predicate, mode: Mode): Step | undefined {
  const condition = conditionOf(predicate, mode);
  if (condition === undefined) return undefined;
  const before = steps.pop();
  if (before !== undefined && isDeep(before)) return undefined;
  if (before?.kind === 'wildcard') return { kind: 'filter', condition };
  if (before?.kind === 'filter')
    return { kind: 'filter', condition: { kind: 'and', left: before.condition, right: condition } };
  if (mode === 'strict' || before?.kind !== 'member') return undefined;
  steps.push(before);
  return { kind: 'filter', condition };
}

/**
 * Converts an index or a range to a slice. An index before the first element selects nothing, as in lax mode.
 * In strict mode it is an error.
 */
function sliceOf({ subscripts }: Extract<Accessor, { kind: 'elements' }>): Step | undefined {
  const [subscript, ...others] = subscripts;
  if (subscript === undefined || others.length > 0) return undefined;
  const from = indexOf(subscript.from);
  const to = subscript.to === undefined ? from : indexOf(subscript.to);
  if (from === undefined || to === undefined) return undefined;
  const start = from.isFromLast ? from.index - 1 : from.index;
  if (to.isFromLast && to.index === 0) return { kind: 'slice', start };
  return { kind: 'slice', start, end: to.isFromLast ? to.index : to.index + 1 };
}

/**
 * A written index that is not negative: `3`, or `last - 3` with the sign of the 3. A fraction is cut off at
 * the end, so after `last` only a whole number is accepted.
 */
type Index = { readonly index: number; readonly isFromLast: boolean; readonly isWhole: boolean };

function indexOf(expression: Expression): Index | undefined {
  if (expression.kind === 'last') return { index: 0, isFromLast: true, isWhole: true };
  if (expression.kind === 'arithmetic' && expression.operator === '-' && expression.left.kind === 'last') {
    const less = indexOf(expression.right);
    return less?.isWhole ? { ...less, index: 0 - less.index, isFromLast: true } : undefined;
  }
  if (expression.kind !== 'literal' || !isNumber(expression.value)) return undefined;
  const index = truncate(expression.value);
  const isWhole = compareNumbers(index, expression.value) === 0;
  return index >= 0 && index < 2 ** 31 ? { index, isFromLast: false, isWhole } : undefined;
}

function conditionOf(predicate: Predicate, mode: Mode): Condition | undefined {
  switch (predicate.kind) {
    case 'and':
    case 'or': {
      const [left, right] = [conditionOf(predicate.left, mode), conditionOf(predicate.right, mode)];
      return left && right && { kind: predicate.kind, left, right };
    }
    case 'not':
    case 'isUnknown': {
      const operand = conditionOf(predicate.operand, mode);
      return operand && { kind: predicate.kind, operand };
    }
    default:
      return testOf(predicate, mode);
  }
}

type Literal = Extract<Expression, { kind: 'literal' }>['value'];
type Test = Exclude<Predicate, { kind: 'and' | 'or' | 'not' | 'isUnknown' }>;

/**
 * Builds the test of a comparison. In lax mode a missing value is not compared. In strict mode it is an
 * error, which makes the result unknown.
 */
function testOf(predicate: Test, mode: Mode): Condition | undefined {
  const ofNothing = mode === 'lax' ? truth.no : truth.unknown;
  switch (predicate.kind) {
    case 'comparison': {
      const { operator, left, right } = predicate;
      if (right.kind === 'literal') return comparisonOf(left, operator, right.value, ofNothing);
      if (left.kind !== 'literal') {
        const [path, other] = [pathOf(left), pathOf(right)];
        return path && other && { kind: 'pair', path, other, test: pairTest(operator, ofNothing) };
      }
      return comparisonOf(right, mirrored[operator], left.value, ofNothing);
    }
    case 'exists':
      return on(predicate.operand, existenceTest(ofNothing));
    case 'startsWith': {
      const { whole, start } = predicate;
      if (start.kind !== 'literal' || typeof start.value !== 'string') return undefined;
      const prefix = start.value;
      return on(
        whole,
        stringTest((text) => text.startsWith(prefix), ofNothing),
      );
    }
    case 'likeRegex':
      return on(predicate.text, stringTest(predicate.pattern.test, ofNothing));
  }
}

function comparisonOf(
  expression: Expression,
  operator: Comparison,
  literal: Literal,
  ofNothing: number,
): Condition | undefined {
  if (!isNumber(literal)) return on(expression, scalarTest(operator, literal, ofNothing));
  const path = pathOf(expression);
  return path && { kind: 'number', path, test: numberTest(operator, literal, ofNothing) };
}

function on(expression: Expression, test: CellTest): Condition | undefined {
  const path = pathOf(expression);
  return path && { kind: 'test', path, test };
}

/** The names in a path that begins at `@`. Undefined for a path with other steps. */
function pathOf(expression: Expression): readonly string[] | undefined {
  if (expression.kind === 'current') return [];
  if (expression.kind !== 'path' || expression.base.kind !== 'current') return undefined;
  return allOf(expression.accessors, (accessor) => (accessor.kind === 'member' ? accessor.name : undefined));
}
