import { isComposite, kind } from '../../json/kind.ts';
import type { Member, RunIndex, Table } from '../../run-index/run-index.ts';
import { Shape } from '../sql/values/shape.ts';
import { type PlanLimits, planLimits } from './limits.ts';
import type { Place, QueryPlan, Strategy } from './plan.ts';
import { planTable } from './plan-table.ts';
import { refusal } from './refusal.ts';
import { bounds, isDeep, isWithin, type PathShape, type Step } from './shape/path-shape.ts';
import { isScannable } from './shape/step-bits.ts';

/**
 * Decides how a path is answered: from the index, or by reading what it needs of the document in one pass, or by parsing
 * the members that it can reach. The first two are chosen only where they give what parsing would give, with numbers as
 * they are written and members in the document's order; so an object that repeats names is always parsed.
 */
export function planQuery(shape: PathShape, index: RunIndex, limits: PlanLimits = planLimits): QueryPlan {
  const { steps, rule } = shape;
  const about = { rule, hasBlanks: index.hasBlanks };
  const plan = steps === undefined ? undefined : planSteps(steps, rule, index, limits);
  if (plan !== undefined && rule === 'jsonpath') return { ...plan, ...about };
  const whole = { ...planEvaluation(shape, index, limits), ...about };
  const table = shape.parts && tableOf(shape.parts.member, index, limits);
  const evaluation =
    table === undefined ? whole : { strategy: 'parts' as const, table, ...about, otherwise: whole };
  return plan === undefined ? evaluation : { ...plan, ...about, otherwise: evaluation };
}

/** The table of an array that is worth to be evaluated in parts. */
function tableOf(member: string | undefined, index: RunIndex, limits: PlanLimits): Table | undefined {
  const { root, table, members } = index;
  const place = member === undefined ? { ...root, table } : members?.find(({ name }) => name === member);
  if (place?.kind !== kind.array) return undefined;
  const bytes = place.end - place.start;
  return bytes >= limits.partsBytesMin && bytes <= limits.scanBytesMax ? place.table : undefined;
}

type Rule = PathShape['rule'];

function planSteps(
  steps: readonly Step[],
  rule: Rule,
  index: RunIndex,
  limits: PlanLimits,
): Strategy | undefined {
  const root: Place = {
    ...index.root,
    repeatsNames: index.repeatsNames,
    ...(index.table && { table: index.table }),
  };
  const [first, ...rest] = steps;
  if (first === undefined || index.members === undefined || isDeep(first))
    return planFrom(root, steps, rule, limits);
  if (rest.length === 0 && first.kind === 'members') return whole('members', stored(index.members), limits);
  if (rest.length === 0 && first.kind === 'wildcard' && rule === 'jsonpath')
    return whole('members', index.members, limits);
  // To lax mode an object is an array of itself.
  if (rule === 'lax' && isOfElements(first))
    return isOfFirst(first) ? planSteps(rest, rule, index, limits) : { strategy: 'nothing' };
  if (first.kind !== 'member') return planFrom(root, steps, rule, limits);
  const member = index.members.find(({ name }) => name === first.name);
  if (member !== undefined) return planFrom(member, rest, rule, limits);
  return rule === 'strict' ? undefined : { strategy: 'nothing' };
}

function planFrom(
  place: Place,
  steps: readonly Step[],
  rule: Rule,
  limits: PlanLimits,
): Strategy | undefined {
  const [first, ...rest] = steps;
  if (first === undefined) return whole('member', [place], limits);
  const elements = place.kind === kind.array ? (place.count ?? place.table?.rows) : undefined;
  if (first.kind === 'count')
    return elements === undefined || rest.length > 0 ? undefined : { strategy: 'count', count: elements };
  if (rule === 'lax' && place.kind !== kind.array) {
    if (first.kind === 'filter') return undefined;
    if (isOfElements(first))
      return isOfFirst(first) ? planFrom(place, rest, rule, limits) : { strategy: 'nothing' };
  }
  if (rule === 'strict' && !isFor(first, place.kind, elements)) return undefined;
  if (!isComposite(place.kind)) return { strategy: 'nothing' };
  if (place.table !== undefined) {
    const plan = planTable(place, place.table, first, rest, rule, limits);
    if (plan !== undefined) return plan;
  }
  return planScan(place, [counted(first, elements), ...rest], limits);
}

const isOfElements = ({ kind }: Step): boolean => kind === 'wildcard' || kind === 'slice';

/** Whether a step to elements selects the only one of an array of one. */
function isOfFirst(step: Step): boolean {
  if (step.kind !== 'slice') return true;
  const { start, end } = bounds(step, 1);
  return start < end;
}

/** Whether strict mode can take a step from a value, as far as that is known without reading it. */
function isFor(step: Step, kinds: number, elements: number | undefined): boolean {
  if (step.kind === 'member' || step.kind === 'members') return kinds === kind.object;
  if (kinds !== kind.array) return false;
  return step.kind !== 'slice' || elements === undefined || isWithin(step, elements);
}

function planScan(place: Place, steps: readonly Step[], limits: PlanLimits): Strategy | undefined {
  if (place.repeatsNames || !isScannable(steps) || place.end - place.start > limits.scanBytesMax)
    return undefined;
  return { strategy: 'scan', span: { start: place.start, end: place.end }, steps };
}

function whole(
  strategy: 'member' | 'members',
  places: readonly Place[],
  limits: PlanLimits,
): Strategy | undefined {
  // Of a repeated name the last value counts, which is for a parser to tell.
  if (places.some(({ repeatsNames }) => repeatsNames)) return undefined;
  const spans = places.map(({ start, end }) => ({ start, end }));
  const bytes = spans.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  if (bytes > limits.answerBytesMax) return refusal.answer(bytes, limits);
  if (spans.length > limits.resultsMax) return refusal.results(limits);
  return spans.length === 0 ? { strategy: 'nothing' } : { strategy, spans };
}

/** In the order of `jsonb`. */
const stored = (members: readonly Member[]): readonly Member[] =>
  new Shape(members.map(({ name }) => name)).storageOrder.flatMap((slot) => members[slot] ?? []);

/** Parsing: the members that the path can reach, or everything. */
function planEvaluation({ reach, rule }: PathShape, index: RunIndex, limits: PlanLimits): Strategy {
  const { root, members } = index;
  if (reach === undefined || members === undefined) {
    if (root.end - root.start > limits.parseBytesMax)
      return refusal.parse(root.end - root.start, members ?? [], rule, limits);
    return { strategy: 'document', span: { start: root.start, end: root.end } };
  }
  const reached = members.filter(({ name }) => reach.includes(name));
  const bytes = reached.reduce((sum, { start, end }) => sum + end - start, 0);
  return bytes > limits.parseBytesMax
    ? refusal.parse(bytes, reached, rule, limits)
    : { strategy: 'partial', members: reached };
}

/** The same step without negative numbers, when the number of elements is known. */
function counted(step: Step, count: number | undefined): Step {
  return step.kind === 'slice' && count !== undefined ? { kind: 'slice', ...bounds(step, count) } : step;
}
