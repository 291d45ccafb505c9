import { isComposite, kind } from '../../json/kind.ts';
import type { ColumnBlocks, Member, PathNode, RunIndex, Table } from '../../run-index/index-types.ts';
import { type PlanLimits, planLimits } from '../limits.ts';
import { compareStored } from '../sql/values/utf8.ts';
import {
  type ArrayPart,
  type IndexedValue,
  type Piece,
  pathKey,
  type QueryPlan,
  type Source,
  type Strategy,
} from './plan.ts';
import { refusal } from './refusal.ts';
import { isScannable } from './rows/path-scan.ts';
import {
  allOf,
  below,
  bounds,
  type Condition,
  countsBack,
  isDeep,
  isWithin,
  namesOf,
  type PathShape,
  pathsOf,
  type Step,
} from './shape/path-shape.ts';

/**
 * Chooses how to answer a path: from the index, by one pass over parts of the document, or by parsing the
 * members that the path can reach. The index or a pass is chosen only if it gives the same result as parsing,
 * with numbers as the document writes them and members in document order. An object with repeated names is
 * therefore always parsed.
 */
export function planQuery(shape: PathShape, index: RunIndex, limits: PlanLimits = planLimits): QueryPlan {
  const { steps, rule } = shape;
  const about = { rule, hasBlanks: index.hasBlanks };
  const plan = steps === undefined ? undefined : planSteps(steps, index, { rule, limits });
  // A scan can count an array from its end only when the whole array fits into the memory of the scan.
  const isSure = rule === 'jsonpath' && !steps?.some(countsBack);
  if (plan !== undefined && isSure) return { ...plan, ...about };
  const whole = { ...planEvaluation(shape, index, limits), ...about };
  const table = shape.parts && tableOf(shape.parts.member, index, limits);
  const evaluation =
    table === undefined ? whole : { strategy: 'parts' as const, table, ...about, otherwise: whole };
  return plan === undefined ? evaluation : { ...plan, ...about, otherwise: evaluation };
}

/** The table (columns in the index) of an array that is so large that it is evaluated in parts. */
function tableOf(member: string | undefined, index: RunIndex, limits: PlanLimits): Table | undefined {
  const { root, table, members } = index;
  const value = member === undefined ? { ...root, table } : members?.find(({ name }) => name === member);
  if (value?.kind !== kind.array) return undefined;
  const bytes = value.end - value.start;
  return bytes >= limits.partsBytesMin && bytes <= limits.scanBytesMax ? value.table : undefined;
}

/** The language rule and the bounds, which are the same for a whole plan. */
type Context = { readonly rule: PathShape['rule']; readonly limits: PlanLimits };

function planSteps(steps: readonly Step[], index: RunIndex, context: Context): Strategy | undefined {
  const { rule, limits } = context;
  const root: IndexedValue = {
    ...index.root,
    repeatsNames: index.repeatsNames,
    ...(index.table && { table: index.table }),
  };
  const [first, ...rest] = steps;
  if (first?.kind === 'member' && first.deep && index.members !== undefined)
    return planDescent(index.members, first.name, rest, context) ?? planFrom(root, steps, context);
  if (first === undefined || index.members === undefined || isDeep(first))
    return planFrom(root, steps, context);
  if (rest.length === 0 && first.kind === 'members') return whole('members', stored(index.members), limits);
  if (rest.length === 0 && first.kind === 'wildcard' && rule === 'jsonpath')
    return whole('members', index.members, limits);
  // In lax mode, a step to elements treats an object as an array that contains only this object.
  if (rule === 'lax' && isOfElements(first))
    return isOfFirst(first) ? planSteps(rest, index, context) : { strategy: 'nothing' };
  if (first.kind !== 'member') return planFrom(root, steps, context);
  const member = index.members.find(({ name }) => name === first.name);
  if (member !== undefined) return planFrom(member, rest, context);
  return rule === 'strict' ? undefined : { strategy: 'nothing' };
}

/**
 * A plan for all members with one name, at any depth. It reads a column from each table in which exactly one
 * path has this name. It reads members without a table whole, which must be short.
 */
function planDescent(
  members: readonly Member[],
  name: string,
  rest: readonly Step[],
  { limits }: Context,
): Strategy | undefined {
  const path = namesOf(rest);
  if (path === undefined) return undefined;
  const sources: Source[] = [];
  let scanned = 0;
  for (const member of members) {
    if (member.name === name || member.repeatsNames) return undefined;
    const { table, start, end } = member;
    if (!isComposite(member.kind)) continue;
    if (table === undefined) {
      scanned += end - start;
      sources.push({ span: { start, end }, steps: [{ kind: 'member', name, deep: true }, ...rest] });
      continue;
    }
    const column = columnNamed(table, name, path);
    if (column === undefined) return undefined;
    if (column !== 'absent') sources.push({ column });
  }
  if (scanned > limits.betweenColumnsBytesMax) return undefined;
  return sources.length === 0 ? { strategy: 'nothing' } : { strategy: 'column', sources };
}

/**
 * Finds the only node of a table that has a name, and the column of a path below this node. It returns the
 * same as `lookUpColumn`.
 */
function columnNamed(table: Table, name: string, path: readonly string[]): ReturnType<typeof lookUpColumn> {
  const found = nodesNamed(table.paths, name);
  const [node, ...others] = found ?? [];
  if (found === undefined || others.length > 0) return undefined;
  return node === undefined
    ? 'absent'
    : lookUpColumn({ ...table, rows: node.count, paths: node }, path, 'jsonpath');
}

/**
 * All nodes (paths in a table) with a name below a node. Undefined when the index does not have all of them.
 */
function nodesNamed(node: PathNode, name: string): readonly PathNode[] | undefined {
  const { isComplete, kinds, items, members } = node;
  if (!isComplete || ((kinds & kind.array) !== 0 && items === undefined)) return undefined;
  const below = allOf([...members, ...(items ? [['', items.values] as const] : [])], ([, inner]) =>
    nodesNamed(inner, name),
  );
  const own = members.filter(([one]) => one === name).map(([, member]) => member);
  return below && [...own, ...below.flat()];
}

function planFrom(value: IndexedValue, steps: readonly Step[], context: Context): Strategy | undefined {
  const { rule, limits } = context;
  const [first, ...rest] = steps;
  if (first === undefined) return whole('member', [value], limits);
  const elements = value.kind === kind.array ? (value.count ?? value.table?.rows) : undefined;
  if (first.kind === 'count')
    return elements === undefined || rest.length > 0 ? undefined : { strategy: 'count', count: elements };
  if (rule === 'lax' && value.kind !== kind.array) {
    if (first.kind === 'filter') return undefined;
    if (isOfElements(first))
      return isOfFirst(first) ? planFrom(value, rest, context) : { strategy: 'nothing' };
  }
  if (rule === 'strict' && !isFor(first, value.kind, elements)) return undefined;
  if (!isComposite(value.kind)) return { strategy: 'nothing' };
  const plan = value.table && planTable({ ...value, table: value.table }, first, rest, context);
  return plan ?? planScan(value, [counted(first, elements), ...rest], limits);
}

const isOfElements = ({ kind }: Step): boolean => kind === 'wildcard' || kind === 'slice';

/** True when a step to elements selects the only element of an array that has one element. */
function isOfFirst(step: Step): boolean {
  if (step.kind !== 'slice') return true;
  const { start, end } = bounds(step, 1);
  return start < end;
}

/** False when the index shows that a step on this value is an error in strict mode. */
function isFor(step: Step, kinds: number, elements: number | undefined): boolean {
  if (isDeep(step)) return true;
  if (step.kind === 'member' || step.kind === 'members') return kinds === kind.object;
  if (kinds !== kind.array) return false;
  return step.kind !== 'slice' || elements === undefined || isWithin(step, elements);
}

function planScan(value: IndexedValue, steps: readonly Step[], limits: PlanLimits): Strategy | undefined {
  if (value.repeatsNames || !isScannable(steps) || value.end - value.start > limits.scanBytesMax)
    return undefined;
  return { strategy: 'scan', span: { start: value.start, end: value.end }, steps };
}

function whole(
  strategy: 'member' | 'members',
  values: readonly IndexedValue[],
  limits: PlanLimits,
): Strategy | undefined {
  // If an object repeats a name, its last value counts, so the document must be parsed instead.
  if (values.some(({ repeatsNames }) => repeatsNames)) return undefined;
  const pieces = values.map(({ start, end }, at) => ({ before: at === 0 ? '' : ',', start, end }));
  const bytes = values.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  if (bytes > limits.answerBytesMax) return refusal.answer(bytes, limits);
  if (pieces.length > limits.resultsMax) return refusal.results(limits);
  return pieces.length === 0 ? { strategy: 'nothing' } : { strategy, pieces };
}

/** Members in the order in which `jsonb` stores them. */
const stored = (members: readonly Member[]): readonly Member[] =>
  [...members].sort((one, other) => compareStored(one.name, other.name));

/** A plan that parses the members that the path can reach, or the whole document. */
function planEvaluation({ reach, rule }: PathShape, index: RunIndex, limits: PlanLimits): Strategy {
  const { root, members } = index;
  if (reach === undefined || members === undefined) {
    if (root.end - root.start > limits.parseBytesMax)
      return refusal.parse(root.end - root.start, members ?? [], rule, limits);
    return { strategy: 'document', piece: { before: '', start: root.start, end: root.end } };
  }
  const reached = members.filter(({ name }) => reach.includes(name));
  const bytes = reached.reduce((sum, { start, end }) => sum + end - start, 0);
  return bytes > limits.parseBytesMax
    ? refusal.parse(bytes, reached, rule, limits)
    : { strategy: 'partial', pieces: reached.map(pieceOf) };
}

/** The text of a member of an object, from the document. */
const pieceOf = ({ name, start, end }: Member, at: number): Piece => ({
  before: `${at === 0 ? '{' : ','}${JSON.stringify(name)}:`,
  start,
  end,
});

/** Replaces negative indexes of a step by positive ones, when the number of elements is known. */
function counted(step: Step, count: number | undefined): Step {
  return step.kind === 'slice' && count !== undefined ? { kind: 'slice', ...bounds(step, count) } : step;
}

/**
 * `isInner`: the rows are elements of arrays inside rows, and their positions in the document are not known.
 */
type IndexedTable = IndexedValue & { readonly table: Table; readonly isInner?: boolean };

/**
 * A plan for the steps after an array that has a table. Undefined when the table does not have the answer.
 */
function planTable(
  value: IndexedTable,
  first: Step,
  rest: readonly Step[],
  context: Context,
): Strategy | undefined {
  if (isDeep(first)) {
    const path = namesOf(rest);
    const column = first.kind === 'member' && path && columnNamed(value.table, first.name, path);
    return column === 'absent' ? { strategy: 'nothing' } : column ? ofColumn(column) : undefined;
  }
  const { rule } = context;
  switch (first.kind) {
    case 'member':
      // In lax mode, a step to a member applies to each element of an array. The index has a column only if
      // no element is an array itself.
      return rule === 'lax' ? planRows(value, [first, ...rest], context) : undefined;
    case 'members':
    case 'count':
      return undefined;
    case 'wildcard':
      return planRows(value, rest, context);
    case 'slice': {
      const { start, end } = bounds(first, value.table.rows);
      if (end <= start) return { strategy: 'nothing' };
      if (value.repeatsNames || !isScannable(rest)) return undefined;
      return { strategy: 'element', table: value.table, from: start, to: end, steps: rest };
    }
    case 'filter': {
      const found = filtered([first, ...rest], rule);
      return found && planFilter(value, found, context);
    }
  }
}

/** A plan for the steps after each row of a table. In lax mode they may include a filter. */
function planRows(value: IndexedTable, steps: readonly Step[], context: Context): Strategy | undefined {
  const { rule } = context;
  const filter = rule === 'lax' ? filtered(steps, rule) : undefined;
  if (filter !== undefined) return planFilter(value, filter, context) ?? planInner(value, steps, context);
  const path = namesOf(steps);
  const column = path && lookUpColumn(value.table, path, rule);
  if (column === 'absent') return { strategy: 'nothing' };
  return column === undefined ? planInner(value, steps, context) : ofColumn(column);
}

const ofColumn = (column: ColumnBlocks, part?: ArrayPart): Strategy => ({
  strategy: 'column',
  sources: [{ column, ...(part && { part }) }],
});

/** A plan for steps into arrays inside rows, if the elements of these arrays have columns. */
function planInner(value: IndexedTable, steps: readonly Step[], context: Context): Strategy | undefined {
  const { rule } = context;
  let node = value.table.paths;
  for (const [at, step] of steps.entries()) {
    if (isDeep(step)) return undefined;
    // In lax mode, a step to a member applies to each element of an array.
    if (step.kind !== 'member' || (rule === 'lax' && (node.kinds & kind.array) !== 0))
      return planElements(value, node, steps.slice(at), context);
    const member = node.members.find(([name]) => name === step.name);
    if (member === undefined)
      return node.isComplete && rule !== 'strict' ? { strategy: 'nothing' } : undefined;
    node = member[1];
  }
  return undefined;
}

/** A plan for steps from the arrays at one path to their elements. */
function planElements(
  value: IndexedTable,
  { kinds, count, items }: PathNode,
  [first, ...rest]: readonly Step[],
  context: Context,
): Strategy | undefined {
  const { rule } = context;
  const isRegular = rule === 'jsonpath' ? (kinds & kind.object) === 0 : kinds === kind.array;
  const isMissing = rule === 'strict' && count !== value.table.rows;
  if (first === undefined || items === undefined || !isRegular || isMissing) return undefined;
  const { rows, lengths, values } = items;
  const groups = value.table.groups.map((group, at) => ({ ...group, rows: rows[at]! }));
  const inner = { ...value, table: { rows: values.count, groups, paths: values }, isInner: true };
  switch (first.kind) {
    case 'member':
      return (values.kinds & kind.array) === 0 ? planRows(inner, [first, ...rest], context) : undefined;
    case 'wildcard':
      return planRows(inner, rest, context);
    case 'filter': {
      const found = filtered([first, ...rest], rule);
      return found && planFilter(inner, found, context);
    }
    case 'count':
      return kinds === kind.array && lengths && rest.length === 0 ? ofColumn(lengths) : undefined;
    case 'slice': {
      const path = rule === 'strict' ? undefined : namesOf(rest);
      const column = path && lookUpColumn(inner.table, path, rule);
      if (column === 'absent') return { strategy: 'nothing' };
      return column && lengths && ofColumn(column, { lengths, rows, slice: first });
    }
    case 'members':
      return undefined;
  }
}

/** The condition that a row must meet, and the steps after it. */
type Filtered = { readonly condition: Condition; readonly rest: readonly Step[] };

/**
 * Finds the filter in steps from a row: the first step, or in lax mode a step after members. `.a ? (@.b >
 * 1).c` has the same result as `? (@.a.b > 1).a.c`, and both give nothing for a row without `a`. Columns show
 * that `a` is no array, whose elements the filter would test. In strict mode a row without `a` is an error.
 */
function filtered(steps: readonly Step[], rule: Context['rule']): Filtered | undefined {
  let condition: Condition | undefined;
  const rest: Step[] = [];
  for (const [at, step] of steps.entries()) {
    const path = at === 0 || rule === 'lax' ? namesOf(rest) : undefined;
    if (step.kind !== 'filter' || path === undefined) rest.push(step);
    else {
      const filter = below(path, step.condition);
      condition = condition === undefined ? filter : { kind: 'and', left: condition, right: filter };
    }
  }
  return condition && { condition, rest };
}

function planFilter(
  value: IndexedTable,
  { condition, rest }: Filtered,
  { rule, limits }: Context,
): Strategy | undefined {
  const { table } = value;
  const columns = new Map<string, ColumnBlocks | null>();
  for (const path of pathsOf(condition)) {
    // In lax mode, `lookUpColumn` must prove that no row is an array, because a filter would test the
    // elements of an array. In strict mode this proof is not needed: a missing path makes the condition
    // unknown, and so does a row without a value in the column.
    const found = lookUpColumn(table, path, rule === 'strict' ? 'jsonpath' : rule);
    if (found === undefined) return undefined;
    columns.set(pathKey(path), found === 'absent' ? null : found);
  }
  const path = namesOf(rest);
  const found = path && lookUpColumn(table, path, rule);
  if (found !== undefined) {
    // SQL/JSON path must read the rows in any case, because its comparison may be an error.
    if (found === 'absent' && rule === 'jsonpath') return { strategy: 'nothing' };
    const column = found === 'absent' ? table.groups.map(() => null) : found;
    return { strategy: 'filter', table, condition, columns, select: { column } };
  }
  if (value.isInner || value.repeatsNames || !isScannable(rest)) return undefined;
  if (value.end - value.start > limits.scanBytesMax) return undefined;
  return { strategy: 'filter', table, condition, columns, select: { steps: rest } };
}

/**
 * The column of a path below rows; `absent` when no row has a value there; undefined when the index cannot
 * answer. A column has the values that RFC 9535 selects. Lax mode replaces arrays by their elements, so there
 * must be no arrays. In strict mode a missing value is an error, so all rows must have a value.
 */
function lookUpColumn(
  table: Table,
  path: readonly string[],
  rule: Context['rule'],
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
