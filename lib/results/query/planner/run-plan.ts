import type { JsonProblem } from '../../json/listener.ts';
import { type PlanLimits, planLimits } from '../limits.ts';
import type { QueryError } from '../query-error.ts';
import { type Piece, pathKey, type QueryPlan, type Source, type Strategy } from './plan.ts';
import { type QueryReader, RangeReader } from './range-reader.ts';
import { refusal } from './refusal.ts';
import { lineValues, pickedCells, slicedElements } from './rows/column-values.ts';
import { ValueScan } from './rows/path-scan.ts';
import { concatenated, noValues, type RawValues } from './rows/raw-values.ts';
import { testRows } from './rows/row-predicate.ts';
import { inBrackets, partsOf, rowTexts } from './rows/row-texts.ts';
import { NeedsEvaluation } from './shape/cells.ts';
import { type Step, truth } from './shape/path-shape.ts';

type Plan<Name extends Strategy['strategy']> = Extract<Strategy, { strategy: Name }>;

/** The result of running a plan. */
export type Answer = {
  readonly strategy: Strategy['strategy'];
} & (
  | { readonly kind: 'values'; readonly values: RawValues; readonly hasBlanks: boolean }
  /**
   * A part of the document as JSON text in UTF-8. An evaluator gives the same answer on it as on the whole
   * document.
   */
  | { readonly kind: 'partial'; readonly text: Uint8Array }
  | { readonly kind: 'refused'; readonly error: QueryError }
);

/**
 * The result of a plan: the values of an answer, or JSON text that the caller must still evaluate, or a
 * refusal.
 */
type Outcome = RawValues | Uint8Array | Plan<'refused'>;

/** The inputs that all functions need to run a plan. */
type Run = {
  readonly reader: RangeReader;
  readonly rule: QueryPlan['rule'];
  readonly limits: PlanLimits;
  readonly checkDeadline: () => void;
};

/** A document as arrays in JSON text (UTF-8), which the caller evaluates one after the other. */
export type Parts = {
  readonly strategy: 'parts';
  readonly kind: 'parts';
  readonly parts: AsyncIterable<Uint8Array>;
};

/**
 * Runs a plan. Values keep the digits, escapes and blanks of the document.
 * @param checkDeadline is called after each piece of work of some milliseconds. It throws to end the run.
 * @throws Error when the document or its index does not match the plan.
 */
export async function runPlan(
  plan: QueryPlan,
  reader: QueryReader,
  limits: PlanLimits = planLimits,
  checkDeadline: () => void = () => {},
): Promise<Answer> {
  const run = { reader: new RangeReader(reader, checkDeadline), rule: plan.rule, limits, checkDeadline };
  return follow<never>(plan, run, () => undefined);
}

/** Runs a plan for a caller that can evaluate a path in parts. Parts are read on demand. */
export function runPlanInParts(
  plan: QueryPlan,
  reader: QueryReader,
  limits: PlanLimits,
  checkDeadline: () => void,
): Promise<Answer | Parts> {
  const run = { reader: new RangeReader(reader, checkDeadline), rule: plan.rule, limits, checkDeadline };
  return follow(plan, run, ({ table }) => ({
    strategy: 'parts',
    kind: 'parts',
    parts: partsOf(table, run.reader),
  }));
}

/**
 * Tries one plan after the other until one gives an answer.
 * @param inParts runs a plan that evaluates a table in parts.
 */
async function follow<Parted>(
  plan: QueryPlan,
  run: Run,
  inParts: (plan: Plan<'parts'>) => Parted | undefined,
): Promise<Answer | Parted> {
  for (let next: QueryPlan | undefined = plan; next !== undefined; next = next.otherwise) {
    const answer = next.strategy === 'parts' ? inParts(next) : await answerOf(next, run);
    if (answer !== undefined) return answer;
  }
  throw new Error(`a bug in Downpour: the query plan ${plan.strategy} has no fallback`);
}

/**
 * The answer of one plan. Undefined when a value is, or may be, an error of SQL/JSON path. Then the next plan
 * is tried.
 */
async function answerOf(
  plan: Exclude<QueryPlan, { strategy: 'parts' }>,
  run: Run,
): Promise<Answer | undefined> {
  const outcome = await outcomeOf(plan, run).catch((error: unknown) => {
    if (error instanceof NeedsEvaluation) return undefined;
    throw error;
  });
  if (outcome === undefined) return undefined;
  const { strategy, hasBlanks } = plan;
  if (outcome instanceof Uint8Array) return { strategy, kind: 'partial', text: outcome };
  if ('error' in outcome) return { strategy, kind: 'refused', error: outcome.error };
  return { strategy, kind: 'values', values: outcome, hasBlanks };
}

async function outcomeOf(plan: Exclude<Strategy, { strategy: 'parts' }>, run: Run): Promise<Outcome> {
  switch (plan.strategy) {
    case 'nothing':
      return noValues;
    case 'refused':
      return plan;
    case 'count': {
      const joined = Buffer.from(String(plan.count));
      return { count: 1, joined, firstBytes: joined.length };
    }
    case 'column':
      return columns(plan, run);
    case 'element':
      return elements(plan, run);
    case 'filter':
      return filter(plan, run);
    case 'scan':
      return scan(run.reader.chunks(plan.span), plan.steps, run);
    case 'member':
    case 'members': {
      const [{ start, end }] = plan.pieces as [Piece];
      const joined = await run.reader.gather(plan.pieces);
      return { count: plan.pieces.length, joined, firstBytes: end - start };
    }
    case 'partial':
      return run.reader.gather(plan.pieces, plan.pieces.length === 0 ? '{}' : '}');
    case 'document':
      return run.reader.gather([plan.piece]);
  }
}

async function columns({ sources }: Plan<'column'>, run: Run): Promise<Outcome> {
  const found: RawValues[] = [];
  for (const source of sources) {
    const outcome = await ('column' in source
      ? columnValues(source, run)
      : scan(run.reader.chunks(source.span), source.steps, run));
    if (!('joined' in outcome)) return outcome;
    if (outcome.count > 0) found.push(outcome);
  }
  // PostgreSQL's `jsonb` may have the members in another order, so the document must be evaluated.
  if (found.length > 1 && run.rule !== 'jsonpath') throw new NeedsEvaluation();
  return bounded(concatenated(found), run.limits);
}

async function columnValues({ column, part }: Extract<Source, { column: unknown }>, { reader }: Run) {
  const contents = await reader.column(column);
  if (part === undefined) return lineValues(contents.filter((one) => one !== undefined));
  const lengths = await reader.column(part.lengths);
  const truths = part.rows.map((count, group) => slicedElements(lengths[group], count, part.slice));
  return pickedCells(contents, truths);
}

async function elements({ table, from, to, steps }: Plan<'element'>, run: Run): Promise<Outcome> {
  const { reader } = run;
  const [one, last] = [from, to - 1];
  const spans = await reader.spansOf(table, [one, last]);
  const span = { start: spans.get(one)!.start, end: spans.get(last)!.end };
  return scan(inBrackets(reader.chunks(span)), [{ kind: 'wildcard' }, ...steps], run);
}

async function filter(plan: Plan<'filter'>, run: Run): Promise<Outcome> {
  const { table, condition, select } = plan;
  const { reader, checkDeadline } = run;
  const contents = new Map<string, readonly (Uint8Array | undefined)[]>();
  for (const [key, blocks] of plan.columns)
    contents.set(key, blocks === null ? [] : await reader.column(blocks));
  const truths: Uint8Array[] = [];
  for (const [at, { rows }] of table.groups.entries()) {
    const contentOf = (path: readonly string[]) => contents.get(pathKey(path))?.[at];
    truths.push(testRows(condition, rows, contentOf, checkDeadline));
  }
  if ('column' in select) return bounded(pickedCells(await reader.column(select.column), truths), run.limits);
  if (select.steps.length === 0 && countOf(truths) > run.limits.resultsMax)
    return refusal.results(run.limits);
  const rows = rowTexts(table.groups, truths, reader);
  return scan(inBrackets(rows), [{ kind: 'wildcard' }, ...select.steps], run);
}

const countOf = (truths: readonly Uint8Array[]): number =>
  truths.reduce((sum, some) => some.reduce((count, one) => count + Number(one === truth.yes), sum), 0);

async function scan(
  chunks: AsyncIterable<Uint8Array>,
  steps: readonly Step[],
  { rule, limits, checkDeadline }: Run,
): Promise<Outcome> {
  const following = new ValueScan(steps, rule);
  for await (const chunk of chunks) {
    checkDeadline();
    const problem = following.push(chunk);
    if (problem !== undefined) throw otherDocument(problem);
    if (following.isFailed) throw new NeedsEvaluation();
    if (following.count > limits.resultsMax) return refusal.results(limits);
    if (following.bytes > limits.answerBytesMax) return refusal.answer(following.bytes, limits);
  }
  const found = following.end();
  if ('reason' in found) throw otherDocument(found);
  if (following.isFailed) throw new NeedsEvaluation();
  return bounded(found, limits);
}

const otherDocument = ({ reason }: JsonProblem): Error =>
  new Error(`the run document does not match its index: ${reason}`);

function bounded(values: RawValues, limits: PlanLimits): Outcome {
  if (values.count > limits.resultsMax) return refusal.results(limits);
  const { length } = values.joined;
  return length > limits.answerBytesMax ? refusal.answer(length, limits) : values;
}
