import { isComposite, kind } from '../../run-index/kind.ts';
import type { Member, RunIndex, Span, Table } from '../../run-index/run-index.ts';
import { type PlanLimits, planLimits } from './limits.ts';
import { type Condition, isDeep, type PathShape, type Step } from './path-shape.ts';
import { isProven, lookUpColumn } from './proof.ts';
import { type ColumnBlocks, type Piece, pathKey, type QueryPlan, type Way } from './query-plan.ts';
import { refusal } from './refusal.ts';
import { isScannable } from './value-scan.ts';

/**
 * Decides how a path is answered: from the index, or by reading what it needs of the document in one pass, or by parsing
 * the members that it can reach. The first two are chosen only where they give what parsing would give, with numbers as
 * they are written and members in the document's order; so an object that repeats names is always parsed.
 */
export function planQuery(shape: PathShape, index: RunIndex, limits: PlanLimits = planLimits): QueryPlan {
  const plan = shape.steps === undefined ? undefined : planSteps(shape.steps, shape.rule, index, limits);
  return { ...(plan ?? planEvaluation(shape, index, limits)), hasBlanks: index.hasBlanks };
}

type Rule = PathShape['rule'];

/** A value of the document of which the index knows. */
type Place = Span & Omit<Member, 'name'>;

function planSteps(steps: readonly Step[], rule: Rule, index: RunIndex, limits: PlanLimits): Way | undefined {
  const root: Place = {
    ...index.root,
    repeatsNames: index.repeatsNames,
    ...(index.table && { table: index.table }),
  };
  const [first, ...rest] = steps;
  if (first === undefined || index.members === undefined || isDeep(first))
    return planFrom(root, steps, rule, limits);
  if (first.kind === 'wildcard' && rest.length === 0 && rule === 'jsonpath')
    return whole('members', index.members, limits);
  if (first.kind !== 'member') return planFrom(root, steps, rule, limits);
  const member = index.members.find(({ name }) => name === first.name);
  if (member !== undefined) return planFrom(member, rest, rule, limits);
  return rule === 'strict' ? undefined : { way: 'nothing' };
}

function planFrom(place: Place, steps: readonly Step[], rule: Rule, limits: PlanLimits): Way | undefined {
  const [first, ...rest] = steps;
  if (first === undefined) return whole('member', [place], limits);
  if (!isProven(first, place.kind, rule)) return undefined;
  if (!isComposite(place.kind)) return { way: 'nothing' };
  if (place.table !== undefined) {
    const plan = planTable(place, place.table, first, rest, rule, limits);
    if (plan !== undefined) return plan;
  }
  return planScan(place, [counted(first, place.count ?? place.table?.rows), ...rest], rule, limits);
}

function planTable(
  place: Place,
  table: Table,
  first: Step,
  rest: readonly Step[],
  rule: Rule,
  limits: PlanLimits,
): Way | undefined {
  if (isDeep(first)) return undefined;
  switch (first.kind) {
    case 'member':
      return undefined;
    case 'wildcard': {
      const path = namesOf(rest);
      const found = path && lookUpColumn(table, path, rule);
      if (found === 'absent') return { way: 'nothing' };
      return found && { way: 'column', table, column: found };
    }
    case 'slice': {
      const { start, end } = bounds(first, table.rows);
      if (rule === 'strict' && (end <= start || end !== first.end)) return undefined;
      if (end <= start) return { way: 'nothing' };
      return areRowsScannable(place, table, rest, rule)
        ? { way: 'element', table, from: start, to: end, steps: rest }
        : undefined;
    }
    case 'filter':
      return planFilter(place, table, first.condition, rest, rule, limits);
  }
}

function planFilter(
  place: Place,
  table: Table,
  condition: Condition,
  rest: readonly Step[],
  rule: Rule,
  limits: PlanLimits,
): Way | undefined {
  if (rule === 'lax' && (table.paths.kinds & kind.array) !== 0) return undefined;
  const columns = new Map<string, ColumnBlocks | null>();
  for (const path of pathsOf(condition)) {
    // A path that strict mode cannot follow is "unknown" to a condition, as it is in lax mode.
    const found = lookUpColumn(table, path, rule === 'strict' ? 'jsonpath' : rule);
    if (found === undefined) return undefined;
    columns.set(pathKey(path), found === 'absent' ? null : found);
  }
  const path = namesOf(rest);
  const found = path && lookUpColumn(table, path, rule);
  if (found === 'absent') return { way: 'nothing' };
  if (found !== undefined) return { way: 'filter', table, condition, columns, select: { column: found } };
  if (!areRowsScannable(place, table, rest, rule) || place.end - place.start > limits.scanBytesMax)
    return undefined;
  return { way: 'filter', table, condition, columns, select: { steps: rest } };
}

function planScan(place: Place, steps: readonly Step[], rule: Rule, limits: PlanLimits): Way | undefined {
  if (place.repeatsNames || !isScannable(steps)) return undefined;
  // Of what lies deeper than one step nothing is known that could prove agreement with SQL/JSON path.
  if (rule === 'strict' || (rule === 'lax' && steps.length > 1)) return undefined;
  if (place.end - place.start > limits.scanBytesMax) return undefined;
  return { way: 'scan', span: { start: place.start, end: place.end }, steps };
}

/** Whether steps can be taken from rows by scanning them. */
function areRowsScannable(place: Place, table: Table, steps: readonly Step[], rule: Rule): boolean {
  const [first] = steps;
  if (place.repeatsNames || !isScannable(steps)) return false;
  if (first === undefined || rule === 'jsonpath') return true;
  return rule === 'lax' && steps.length === 1 && isProven(first, table.paths.kinds, rule);
}

function whole(way: 'member' | 'members', places: readonly Place[], limits: PlanLimits): Way | undefined {
  // Of a repeated name the last value counts, which is for a parser to tell.
  if (places.some(({ repeatsNames }) => repeatsNames)) return undefined;
  const spans = places.map(({ start, end }) => ({ start, end }));
  const bytes = spans.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  if (bytes > limits.answerBytesMax) return refusal.answer(bytes, limits);
  if (spans.length > limits.resultsMax) return refusal.results(limits);
  return spans.length === 0 ? { way: 'nothing' } : { way, spans };
}

/** Parsing: the members that the path can reach, or everything. */
function planEvaluation({ reach }: PathShape, index: RunIndex, limits: PlanLimits): Way {
  const { root, members } = index;
  if (reach === undefined || members === undefined) {
    if (root.end - root.start > limits.parseBytesMax)
      return refusal.parse(root.end - root.start, members ?? [], limits);
    return { way: 'document', span: { start: root.start, end: root.end } };
  }
  const reached = members.filter(({ name }) => reach.includes(name));
  const pieces: Piece[] = reached.map(({ name, start, end }) => ({ name, start, end }));
  const bytes = pieces.reduce((sum, { start, end }) => sum + end - start, 0);
  return bytes > limits.parseBytesMax ? refusal.parse(bytes, reached, limits) : { way: 'partial', pieces };
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
      return pathsOf(condition.operand);
    default:
      return [condition.path];
  }
}

/** A slice of so many elements, from and to where it reaches. */
function bounds(
  { start, end }: Extract<Step, { kind: 'slice' }>,
  count: number,
): { start: number; end: number } {
  const place = (index: number): number => Math.min(Math.max(index < 0 ? count + index : index, 0), count);
  return { start: place(start), end: end === undefined ? count : place(end) };
}

/** The same step without negative numbers, when the number of elements is known. */
function counted(step: Step, count: number | undefined): Step {
  return step.kind === 'slice' && count !== undefined ? { kind: 'slice', ...bounds(step, count) } : step;
}
