import type { JsonProblem } from '../../run-index/problem.ts';
import type { RowSpans } from '../../run-index/row-offsets.ts';
import type { Group, Span } from '../../run-index/run-index.ts';
import { lineValues } from './column-lines.ts';
import { CountedReader, type QueryReader } from './counted-reader.ts';
import { type PlanLimits, planLimits } from './limits.ts';
import { type Step, truth } from './path-shape.ts';
import { pickedCells } from './picked-cells.ts';
import { type Piece, pathKey, type QueryPlan, type Way } from './query-plan.ts';
import { joinedValues, noValues, type RawValues } from './raw-values.ts';
import { refusal } from './refusal.ts';
import { rowTruths } from './row-truth.ts';
import { tidied } from './tidy.ts';
import { Unproven } from './unproven.ts';
import { ValueScan } from './value-scan.ts';

type Plan<Name extends Way['way']> = Extract<Way, { way: Name }>;

/** What a plan has given, and what it has cost. */
export type Answer = {
  readonly way: Way['way'];
  readonly bytesRead: number;
  /** Ranged reads. */
  readonly reads: number;
} & (
  | { readonly kind: 'values'; readonly values: RawValues }
  /** A document on which an evaluator gives the same answer as on the whole one. JSON text in UTF-8. */
  | { readonly kind: 'partial'; readonly text: Uint8Array }
  | { readonly kind: 'refused'; readonly sqlState: '54000'; readonly reason: string }
);

type Outcome = RawValues | Plan<'refused'> | 'unproven';

/** What all parts of a run need. */
type Run = {
  readonly reader: CountedReader;
  readonly rule: QueryPlan['rule'];
  readonly limits: PlanLimits;
  readonly look: () => void;
};

/**
 * Values of JSONPath are written as JSON.stringify writes them, but for their digits; those of SQL/JSON path are as the
 * document has them.
 * @param look is called between pieces of work of some milliseconds; what it throws ends the run.
 * @throws when the document or its index are not what the plan was made for.
 */
export async function runPlan(
  plan: QueryPlan,
  reader: QueryReader,
  limits: PlanLimits = planLimits,
  look: () => void = () => {},
): Promise<Answer> {
  const run = { reader: new CountedReader(reader, look), rule: plan.rule, limits, look };
  const answer = (await answerOf(plan, run)) ?? (await answerOf(plan.otherwise ?? plan, run));
  if (answer === undefined) throw new Error(`a plan to read by ${plan.way} has no other one for what it met`);
  const { bytesRead, reads } = run.reader;
  return { ...answer, bytesRead, reads };
}

type Uncounted<Of> = Of extends unknown ? Omit<Of, 'bytesRead' | 'reads'> : never;

/** Undefined when what was read is an error of SQL/JSON path, or might be one. */
async function answerOf(plan: QueryPlan, run: Run): Promise<Uncounted<Answer> | undefined> {
  const { way, hasBlanks, rule } = plan;
  if (way === 'partial') return { way, kind: 'partial', text: await partial(plan.pieces, run.reader) };
  if (way === 'document') return { way, kind: 'partial', text: await run.reader.document(plan.span) };
  const outcome = await outcomeOf(plan, run);
  if (outcome === 'unproven') return undefined;
  if ('reason' in outcome)
    return { way, kind: 'refused', sqlState: outcome.sqlState, reason: outcome.reason };
  return { way, kind: 'values', values: rule === 'jsonpath' ? tidied(outcome, hasBlanks) : outcome };
}

async function outcomeOf(plan: Exclude<Way, { way: 'partial' | 'document' }>, run: Run): Promise<Outcome> {
  switch (plan.way) {
    case 'nothing':
      return noValues;
    case 'refused':
      return plan;
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
  const found = await reader.all(spans);
  const [starts, ends]: [number[], number[]] = [[], []];
  let length = 0;
  for (const { length: bytes } of found) {
    starts.push(length);
    ends.push(length + bytes);
    length += bytes + 1;
  }
  const joined = new Uint8Array(length - 1).fill(comma[0]);
  for (const [at, bytes] of found.entries()) joined.set(bytes, starts[at]);
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
  const [one, last] = [touched[0], touched[touched.length - 1]];
  const [spansOfOne, spansOfLast = spansOfOne] = await reader.rowSpans(
    last === one ? [one.group] : [one.group, last.group],
  );
  const span = { start: spansOfOne.of(from - one.first).start, end: spansOfLast.of(to - 1 - last.first).end };
  return scan(inBrackets(reader.chunks(span)), [{ kind: 'wildcard' }, ...steps], run);
}

async function filter(plan: Plan<'filter'>, run: Run): Promise<Outcome> {
  const { table, condition, select } = plan;
  const { reader, look } = run;
  const contents = new Map<string, readonly (Uint8Array | undefined)[]>();
  for (const [key, blocks] of plan.columns)
    contents.set(key, blocks === null ? [] : await reader.column(blocks));
  const truths: Uint8Array[] = [];
  for (const [at, { rows }] of table.groups.entries()) {
    const contentOf = (path: readonly string[]) => contents.get(pathKey(path))?.[at];
    const found = provenTruths(() => rowTruths(condition, rows, contentOf, look));
    if (found === undefined) return 'unproven';
    truths.push(found);
  }
  if ('column' in select) return bounded(pickedCells(await reader.column(select.column), truths), run.limits);
  if (select.steps.length === 0 && countOf(truths) > run.limits.resultsMax)
    return refusal.results(run.limits);
  const rows = rowTexts(table.groups, truths, reader);
  return scan(inBrackets(rows), [{ kind: 'wildcard' }, ...select.steps], run);
}

const countOf = (truths: readonly Uint8Array[]): number =>
  truths.reduce((sum, some) => some.reduce((count, one) => count + Number(one === truth.yes), sum), 0);

function provenTruths(find: () => Uint8Array): Uint8Array | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof Unproven) return undefined;
    throw error;
  }
}

/** Rows for which a condition holds, with commas between them. */
async function* rowTexts(
  groups: readonly Group[],
  truths: readonly Uint8Array[],
  reader: CountedReader,
): AsyncGenerator<Uint8Array> {
  const isTouched = (at: number): boolean => truths[at].includes(truth.yes);
  const touched = groups.flatMap((group, at) => (isTouched(at) ? [{ group, truths: truths[at] }] : []));
  const spans = await reader.rowSpans(touched.map(({ group }) => group));
  let isFirst = true;
  for (const [at, { truths: holds }] of touched.entries()) {
    for await (const rows of reader.batches(chosenRows(spans[at], holds))) {
      const texts = rows.flatMap((row) => [comma, row]);
      yield Buffer.concat(isFirst ? texts.slice(1) : texts);
      isFirst = false;
    }
  }
}

function chosenRows(rows: RowSpans, truths: Uint8Array): readonly Span[] {
  const spans: Span[] = [];
  for (const [row, holds] of truths.entries()) if (holds === truth.yes) spans.push(rows.of(row));
  return spans;
}

const [openBracket, comma, closeBracket] = ['[', ',', ']'].map((one) => new TextEncoder().encode(one));

async function* inBrackets(elements: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield openBracket;
  yield* elements;
  yield closeBracket;
}

async function scan(
  chunks: AsyncIterable<Uint8Array>,
  steps: readonly Step[],
  { rule, limits, look }: Run,
): Promise<Outcome> {
  const following = new ValueScan(steps, rule);
  for await (const chunk of chunks) {
    look();
    const problem = following.push(chunk);
    if (problem !== undefined) throw otherDocument(problem);
    if (following.isFailed) return 'unproven';
    if (following.count > limits.resultsMax) return refusal.results(limits);
    if (following.bytes > limits.answerBytesMax) return refusal.answer(following.bytes, limits);
  }
  const found = following.end();
  if ('reason' in found) throw otherDocument(found);
  return following.isFailed ? 'unproven' : bounded(found, limits);
}

const otherDocument = ({ reason }: JsonProblem): Error =>
  new Error(`the document is not the one that was indexed: ${reason}`);

function bounded(values: RawValues, limits: PlanLimits): Outcome {
  if (values.count > limits.resultsMax) return refusal.results(limits);
  return values.bytes > limits.answerBytesMax ? refusal.answer(values.bytes, limits) : values;
}

async function partial(pieces: readonly Piece[], reader: CountedReader): Promise<Uint8Array> {
  const texts = await reader.all(pieces);
  const parts = pieces.flatMap(({ name }, at) => [
    Buffer.from(`${at === 0 ? '' : ','}${JSON.stringify(name)}:`),
    texts[at],
  ]);
  return Buffer.concat([Buffer.from('{'), ...parts, Buffer.from('}')]);
}
