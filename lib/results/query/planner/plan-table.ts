import { isComposite, kind } from '../../json/kind.ts';
import type { Table } from '../../run-index/run-index.ts';
import type { PlanLimits } from './limits.ts';
import { type ColumnBlocks, type Place, pathKey, type Strategy } from './plan.ts';
import { bounds, type Condition, isDeep, type PathShape, type Step } from './shape/path-shape.ts';
import { isScannable } from './shape/step-bits.ts';

type Rule = PathShape['rule'];

/** How steps from an array with a table are answered by it; undefined when it cannot. */
export function planTable(
  place: Place,
  table: Table,
  first: Step,
  rest: readonly Step[],
  rule: Rule,
  limits: PlanLimits,
): Strategy | undefined {
  if (isDeep(first)) return undefined;
  switch (first.kind) {
    case 'member':
      // Lax mode takes an array as its elements; a column tells that none of them is an array itself.
      return rule === 'lax' ? planRows(place, table, [first, ...rest], rule, limits) : undefined;
    case 'members':
    case 'count':
      return undefined;
    case 'wildcard':
      return planRows(place, table, rest, rule, limits);
    case 'slice': {
      const { start, end } = bounds(first, table.rows);
      if (end <= start) return { strategy: 'nothing' };
      if (place.repeatsNames || !isScannable(rest)) return undefined;
      return { strategy: 'element', table, from: start, to: end, steps: rest };
    }
    case 'filter': {
      const found = filtered([first, ...rest], rule);
      return found && planFilter(place, table, found, rule, limits);
    }
  }
}

/** Steps from each row: those of lax mode may ask something of it. */
function planRows(
  place: Place,
  table: Table,
  steps: readonly Step[],
  rule: Rule,
  limits: PlanLimits,
): Strategy | undefined {
  const found = rule === 'lax' ? filtered(steps, rule) : undefined;
  return found === undefined ? planColumn(table, steps, rule) : planFilter(place, table, found, rule, limits);
}

/** Steps from a row, and the condition that it must meet. */
type Filtered = { readonly condition: Condition; readonly rest: readonly Step[] };

/**
 * Steps from a row of which the first is a filter, or in lax mode one behind members: `.a ? (@.b > 1).c` asks what
 * `? (@.a.b > 1).a.c` does, and both give nothing for a row without `a`. Columns tell that `a` is no array, of which the
 * elements would be asked. To strict mode a row without `a` is an error.
 */
function filtered(steps: readonly Step[], rule: Rule): Filtered | undefined {
  let condition: Condition | undefined;
  const rest: Step[] = [];
  for (const [at, step] of steps.entries()) {
    const path = at === 0 || rule === 'lax' ? namesOf(rest) : undefined;
    if (step.kind !== 'filter' || path === undefined) rest.push(step);
    else {
      const asked = below(path, step.condition);
      condition = condition === undefined ? asked : { kind: 'and', left: condition, right: asked };
    }
  }
  return condition && { condition, rest };
}

/** The same condition on what is further up. */
function below(names: readonly string[], condition: Condition): Condition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { ...condition, left: below(names, condition.left), right: below(names, condition.right) };
    case 'not':
    case 'isUnknown':
      return { ...condition, operand: below(names, condition.operand) };
    default:
      return { ...condition, path: [...names, ...condition.path] };
  }
}

function planColumn(table: Table, steps: readonly Step[], rule: Rule): Strategy | undefined {
  const path = namesOf(steps);
  const found = path && lookUpColumn(table, path, rule);
  if (found === 'absent') return { strategy: 'nothing' };
  return found && { strategy: 'column', table, column: found };
}

function planFilter(
  place: Place,
  table: Table,
  { condition, rest }: Filtered,
  rule: Rule,
  limits: PlanLimits,
): Strategy | undefined {
  const columns = new Map<string, ColumnBlocks | null>();
  for (const path of pathsOf(condition)) {
    // In lax mode the lookup proves that no row is an array, which a filter would take apart. A path that strict mode cannot
    // follow is "unknown" to a condition, and so is a cell that is empty.
    const found = lookUpColumn(table, path, rule === 'strict' ? 'jsonpath' : rule);
    if (found === undefined) return undefined;
    columns.set(pathKey(path), found === 'absent' ? null : found);
  }
  const path = namesOf(rest);
  const found = path && lookUpColumn(table, path, rule);
  if (found !== undefined) {
    // SQL/JSON path looks at the rows all the same: what it compares may be an error.
    if (found === 'absent' && rule === 'jsonpath') return { strategy: 'nothing' };
    const column = found === 'absent' ? table.groups.map(() => null) : found;
    return { strategy: 'filter', table, condition, columns, select: { column } };
  }
  if (place.repeatsNames || !isScannable(rest) || place.end - place.start > limits.scanBytesMax)
    return undefined;
  return { strategy: 'filter', table, condition, columns, select: { steps: rest } };
}

/**
 * The column of a path below rows; `absent` when no row has a value there; undefined when the index cannot answer. A
 * column holds what RFC 9535 selects. Lax mode takes arrays apart, so there must be none; in strict mode what is missing is
 * an error, so a value must be at the path in all rows.
 */
function lookUpColumn(
  table: Table,
  path: readonly string[],
  rule: Rule,
): ColumnBlocks | 'absent' | undefined {
  let node = table.paths;
  for (const name of path) {
    if (rule === 'lax' && (node.kinds & kind.array) !== 0) return undefined;
    const member = node.members.find(([one]) => one === name);
    if (member === undefined) return node.isComplete && rule !== 'strict' ? 'absent' : undefined;
    node = member[1];
  }
  if (isComposite(node.kinds) || (rule === 'strict' && node.count !== table.rows)) return undefined;
  return node.column ?? (node.kinds === 0 ? 'absent' : undefined);
}

/** The names of steps to members; undefined when there are others. */
function namesOf(steps: readonly Step[]): readonly string[] | undefined {
  const names: string[] = [];
  for (const step of steps) {
    if (step.kind !== 'member' || step.deep) return undefined;
    names.push(step.name);
  }
  return names;
}

function pathsOf(condition: Condition): readonly (readonly string[])[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return [...pathsOf(condition.left), ...pathsOf(condition.right)];
    case 'not':
    case 'isUnknown':
      return pathsOf(condition.operand);
    default:
      return [condition.path];
  }
}
