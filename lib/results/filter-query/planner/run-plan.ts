import type { JsonProblem } from '../../run-index/problem.ts';
import type { Group, Span } from '../../run-index/run-index.ts';
import { Captures } from './captures.ts';
import { lineFeed, lineValues } from './column-lines.ts';
import { CountedReader, type QueryReader } from './counted-reader.ts';
import { type PlanLimits, planLimits } from './limits.ts';
import type { Step } from './path-shape.ts';
import { type Piece, pathKey, type QueryPlan, type Way } from './query-plan.ts';
import { joinedValues, noValues, type RawValues } from './raw-values.ts';
import { refusal } from './refusal.ts';
import { rowTruths, truth } from './row-truth.ts';
import { tidied } from './tidy.ts';
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

type Outcome = RawValues | Plan<'refused'>;

/** @throws when the document or its index are not what the plan was made for. */
export async function runPlan(
  plan: QueryPlan,
  reader: QueryReader,
  limits: PlanLimits = planLimits,
): Promise<Answer> {
  const counted = new CountedReader(reader);
  if (plan.way === 'partial' || plan.way === 'document') {
    const text =
      plan.way === 'partial' ? await partial(plan.pieces, counted) : await counted.document(plan.span);
    return { kind: 'partial', text, way: plan.way, bytesRead: counted.bytesRead, reads: counted.reads };
  }
  const outcome = await answer(plan, counted, limits);
  const cost = { way: plan.way, bytesRead: counted.bytesRead, reads: counted.reads };
  if ('reason' in outcome)
    return { ...cost, kind: 'refused', sqlState: outcome.sqlState, reason: outcome.reason };
  return { ...cost, kind: 'values', values: tidied(outcome, plan.hasBlanks) };
}

async function answer(
  plan: Exclude<Way, { way: 'partial' | 'document' }>,
  reader: CountedReader,
  limits: PlanLimits,
): Promise<Outcome> {
  switch (plan.way) {
    case 'nothing':
      return noValues;
    case 'refused':
      return plan;
    case 'member':
    case 'members':
      return members(plan.spans, reader);
    case 'column':
      return bounded(
        lineValues((await reader.column(plan.column)).filter((one) => one !== undefined)),
        limits,
      );
    case 'element':
      return elements(plan, reader, limits);
    case 'filter':
      return filter(plan, reader, limits);
    case 'scan':
      return scan(reader.chunks(plan.span), plan.steps, limits);
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

async function elements(
  { table, from, to, steps }: Plan<'element'>,
  reader: CountedReader,
  limits: PlanLimits,
): Promise<Outcome> {
  let first = 0;
  const touched: { readonly group: Group; readonly first: number }[] = [];
  for (const group of table.groups) {
    if (first < to && first + group.rows > from) touched.push({ group, first });
    first += group.rows;
  }
  const [one, last] = [touched[0], touched[touched.length - 1]];
  const spansOfOne = await reader.rowSpans(one.group);
  const spansOfLast = last === one ? spansOfOne : await reader.rowSpans(last.group);
  const span = { start: spansOfOne.of(from - one.first).start, end: spansOfLast.of(to - 1 - last.first).end };
  return scan(inBrackets(reader.chunks(span)), [{ kind: 'wildcard' }, ...steps], limits);
}

async function filter(plan: Plan<'filter'>, reader: CountedReader, limits: PlanLimits): Promise<Outcome> {
  const contents = new Map<string, readonly (Uint8Array | undefined)[]>();
  for (const [key, blocks] of plan.columns)
    contents.set(key, blocks === null ? [] : await reader.column(blocks));
  const truths = plan.table.groups.map(({ rows }, at) =>
    rowTruths(plan.condition, rows, (path) => contents.get(pathKey(path))?.[at]),
  );
  if ('column' in plan.select) return bounded(cells(await reader.column(plan.select.column), truths), limits);
  const { steps } = plan.select;
  const rows = rowTexts(plan.table.groups, truths, reader);
  return scan(inBrackets(rows), [{ kind: 'wildcard' }, ...steps], limits);
}

/** The cells of a column in the rows for which a condition holds. */
function cells(contents: readonly (Uint8Array | undefined)[], truths: readonly Uint8Array[]): RawValues {
  const captures = new Captures();
  for (const [group, content] of contents.entries()) {
    if (content === undefined) continue;
    const holds = truths[group];
    const last = holds.lastIndexOf(truth.yes);
    for (let row = 0, at = 0; row <= last; row += 1, at += 1) {
      const start = at;
      while (content[at] !== lineFeed) at += 1;
      if (holds[row] === truth.yes && at > start) captures.add(content, start, at);
    }
  }
  return captures.values(false);
}

async function* rowTexts(
  groups: readonly Group[],
  truths: readonly Uint8Array[],
  reader: CountedReader,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for (const [at, group] of groups.entries()) {
    if (!truths[at].includes(truth.yes)) continue;
    const rows = await reader.rowSpans(group);
    const spans: Span[] = [];
    for (const [row, holds] of truths[at].entries()) if (holds === truth.yes) spans.push(rows.of(row));
    for await (const text of reader.documents(spans)) {
      if (!isFirst) yield comma;
      yield text;
      isFirst = false;
    }
  }
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
  limits: PlanLimits,
): Promise<Outcome> {
  const following = new ValueScan(steps);
  for await (const chunk of chunks) {
    const problem = following.push(chunk);
    if (problem !== undefined) throw otherDocument(problem);
    if (following.count > limits.resultsMax) return refusal.results(limits);
    if (following.bytes > limits.answerBytesMax) return refusal.answer(following.bytes, limits);
  }
  const found = following.end();
  if ('reason' in found) throw otherDocument(found);
  return bounded(found, limits);
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
