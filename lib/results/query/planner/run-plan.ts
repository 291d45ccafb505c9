import type { JsonProblem } from '../../json/listener.ts';
import type { Group, Span } from '../../run-index/run-index.ts';
import type { QueryError } from '../query-error.ts';
import { CountedReader, type QueryReader } from './counted-reader.ts';
import { type PlanLimits, planLimits } from './limits.ts';
import { type Piece, pathKey, type QueryPlan, type Strategy } from './plan.ts';
import { refusal } from './refusal.ts';
import { NeedsEvaluation } from './rows/cells.ts';
import { lineValues, pickedCells } from './rows/column-values.ts';
import { normalised } from './rows/normalise.ts';
import { joinedValues, noValues, type RawValues } from './rows/raw-values.ts';
import { testRows } from './rows/row-predicate.ts';
import { inBrackets, partsOf, rowTexts } from './rows/row-texts.ts';
import { ValueScan } from './rows/value-scan.ts';
import { type Step, truth } from './shape/path-shape.ts';

type Plan<Name extends Strategy['strategy']> = Extract<Strategy, { strategy: Name }>;

/** What a plan has given, and what it has cost. */
export type Answer = {
  readonly strategy: Strategy['strategy'];
  readonly bytesRead: number;
  /** Ranged reads. */
  readonly reads: number;
} & (
  | { readonly kind: 'values'; readonly values: RawValues }
  /** A document on which an evaluator gives the same answer as on the whole one. JSON text in UTF-8. */
  | { readonly kind: 'partial'; readonly text: Uint8Array }
  | { readonly kind: 'refused'; readonly error: QueryError }
);

/** Bytes are a document to evaluate. */
type Outcome = RawValues | Uint8Array | Plan<'refused'>;

/** What all parts of a run need. */
type Run = {
  readonly reader: CountedReader;
  readonly rule: QueryPlan['rule'];
  readonly limits: PlanLimits;
  readonly checkDeadline: () => void;
};

/** Arrays, as JSON texts in UTF-8, that an evaluator is to be asked of one after the other. */
export type Parts = {
  readonly strategy: 'parts';
  readonly kind: 'parts';
  readonly parts: AsyncIterable<Uint8Array>;
};

/**
 * Values of JSONPath are written as JSON.stringify writes them, but for their digits; those of SQL/JSON path are as the
 * document has them.
 * @param checkDeadline is called between pieces of work of some milliseconds; what it throws ends the run.
 * @throws when the document or its index are not what the plan was made for.
 */
export async function runPlan(
  plan: QueryPlan,
  reader: QueryReader,
  limits: PlanLimits = planLimits,
  checkDeadline: () => void = () => {},
): Promise<Answer> {
  const run = { reader: new CountedReader(reader, checkDeadline), rule: plan.rule, limits, checkDeadline };
  return follow<never>(plan, run, () => undefined);
}

/** The same for who can evaluate a path in parts; they are read while they are asked for. */
export function runPlanInParts(
  plan: QueryPlan,
  reader: QueryReader,
  limits: PlanLimits,
  checkDeadline: () => void,
): Promise<Answer | Parts> {
  const run = { reader: new CountedReader(reader, checkDeadline), rule: plan.rule, limits, checkDeadline };
  return follow(plan, run, ({ table }) => ({
    strategy: 'parts',
    kind: 'parts',
    parts: partsOf(table, run.reader),
  }));
}

/** What the first plan gives that gives something: a plan by parts what `inParts` makes of it. */
async function follow<Parted>(
  plan: QueryPlan,
  run: Run,
  inParts: (plan: Plan<'parts'>) => Parted | undefined,
): Promise<Answer | Parted> {
  const answer = plan.strategy === 'parts' ? inParts(plan) : await answerOf(plan, run);
  if (answer !== undefined) return answer;
  if (plan.otherwise !== undefined) return follow(plan.otherwise, run, inParts);
  throw new Error(`a plan to read by ${plan.strategy} has no other one for what it met`);
}

/** Undefined when what was read is an error of SQL/JSON path, or might be one. */
async function answerOf(
  plan: Exclude<QueryPlan, { strategy: 'parts' }>,
  run: Run,
): Promise<Answer | undefined> {
  const outcome = await outcomeOf(plan, run).catch((error: unknown) => {
    if (error instanceof NeedsEvaluation) return undefined;
    throw error;
  });
  if (outcome === undefined) return undefined;
  const { bytesRead, reads } = run.reader;
  const cost = { strategy: plan.strategy, bytesRead, reads };
  if (outcome instanceof Uint8Array) return { ...cost, kind: 'partial', text: outcome };
  if ('error' in outcome) return { ...cost, kind: 'refused', error: outcome.error };
  const isJsonPath = run.rule === 'jsonpath';
  return { ...cost, kind: 'values', values: isJsonPath ? normalised(outcome, plan.hasBlanks) : outcome };
}

async function outcomeOf(plan: Exclude<Strategy, { strategy: 'parts' }>, run: Run): Promise<Outcome> {
  switch (plan.strategy) {
    case 'partial':
      return partial(plan.pieces, run.reader);
    case 'document':
      return whole(plan.span, run.reader);
    case 'nothing':
      return noValues;
    case 'refused':
      return plan;
    case 'count': {
      const text = Buffer.from(String(plan.count));
      return joinedValues(text, [0], [text.length]);
    }
    case 'member':
    case 'members':
      return members(plan.spans, run.reader);
    case 'column': {
      const contents = await run.reader.column(plan.column);
      return bounded(lineValues(contents.filter((one) => one !== undefined)), run.limits);
    }
    case 'element':
      return elements(plan, run);
    case 'filter':
      return filter(plan, run);
    case 'scan':
      return scan(run.reader.chunks(plan.span), plan.steps, run);
  }
}

async function members(spans: readonly Span[], reader: CountedReader): Promise<RawValues> {
  const [starts, ends]: [number[], number[]] = [[], []];
  let length = 0;
  for (const { start, end } of spans) {
    starts.push(length);
    ends.push(length + end - start);
    length += end - start + 1;
  }
  const joined = new Uint8Array(length - 1).fill(0x2c);
  await reader.gather(spans, starts, joined);
  return joinedValues(joined, starts, ends);
}

async function elements({ table, from, to, steps }: Plan<'element'>, run: Run): Promise<Outcome> {
  const { reader } = run;
  let first = 0;
  const touched: { readonly group: Group; readonly first: number }[] = [];
  for (const group of table.groups) {
    if (first < to && first + group.rows > from) touched.push({ group, first });
    first += group.rows;
  }
  const [one, last] = [touched[0]!, touched.at(-1)!];
  const [ofOne, ofLast = ofOne] = await reader.rowSpans(last === one ? [one.group] : [one.group, last.group]);
  const span = { start: ofOne!.of(from - one.first).start, end: ofLast!.of(to - 1 - last.first).end };
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
  new Error(`the document is not the one that was indexed: ${reason}`);

function bounded(values: RawValues, limits: PlanLimits): Outcome {
  if (values.count > limits.resultsMax) return refusal.results(limits);
  return values.bytes > limits.answerBytesMax ? refusal.answer(values.bytes, limits) : values;
}

/** An object of some members. */
async function partial(pieces: readonly Piece[], reader: CountedReader): Promise<Uint8Array> {
  const starts: number[] = [];
  const names: { readonly text: Buffer; readonly at: number }[] = [];
  let length = 0;
  for (const { name, start, end } of pieces) {
    const text = Buffer.from(`${length === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    names.push({ text, at: length });
    starts.push(length + text.length);
    length += text.length + end - start;
  }
  if (pieces.length === 0) return Buffer.from('{}');
  const object = Buffer.alloc(length + 1);
  for (const { text, at } of names) object.set(text, at);
  object.write('}', length);
  await reader.gather(pieces, starts, object);
  return object;
}

async function whole(span: Span, reader: CountedReader): Promise<Uint8Array> {
  const text = Buffer.alloc(span.end - span.start);
  await reader.gather([span], [0], text);
  return text;
}
