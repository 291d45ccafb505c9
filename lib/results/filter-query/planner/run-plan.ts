import type { JsonProblem } from '../../run-index/problem.ts';
import type { Group, Span } from '../../run-index/run-index.ts';
import { Captures } from './captures.ts';
import { compileRowCondition } from './cell-condition.ts';
import { Cursor, lineValues } from './column-lines.ts';
import { CountedReader, type QueryReader } from './counted-reader.ts';
import { type PlanLimits, planLimits } from './limits.ts';
import type { Step } from './path-shape.ts';
import { type Piece, pathKey, type QueryPlan } from './query-plan.ts';
import { joinedValues, noValues, type RawValues } from './raw-values.ts';
import { refusal } from './refusal.ts';
import { ValueScan } from './value-scan.ts';

type Plan<Way extends QueryPlan['way']> = Extract<QueryPlan, { way: Way }>;

/** What a plan has given, and what it has cost. */
export type Answer = {
  readonly way: QueryPlan['way'];
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
  return { ...cost, kind: 'values', values: outcome };
}

async function answer(
  plan: Exclude<QueryPlan, { way: 'partial' | 'document' }>,
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
  const wanted = [...plan.columns].filter(([, blocks]) => blocks !== null);
  const contents = new Map<string, readonly (Uint8Array | undefined)[]>();
  for (const [key, blocks] of wanted) contents.set(key, await reader.column(blocks ?? []));
  const rows = plan.table.groups.map((group, at) =>
    matchingRows(plan, group.rows, (key) => contents.get(key)?.[at]),
  );
  if ('column' in plan.select) return bounded(cells(await reader.column(plan.select.column), rows), limits);
  const { steps } = plan.select;
  return scan(
    inBrackets(rowTexts(plan.table.groups, rows, reader)),
    [{ kind: 'wildcard' }, ...steps],
    limits,
  );
}

/** Numbers of the rows of a group for which a plan's condition holds. */
function matchingRows(
  { condition }: Plan<'filter'>,
  rows: number,
  contentOf: (key: string) => Uint8Array | undefined,
): readonly number[] {
  const cursors = new Map<string, Cursor>();
  const cursorOf = (path: readonly string[]): Cursor => {
    const key = pathKey(path);
    const cursor = cursors.get(key) ?? new Cursor(contentOf(key));
    cursors.set(key, cursor);
    return cursor;
  };
  const holds = compileRowCondition(condition, cursorOf);
  const moving = [...cursors.values()];
  const found: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (const cursor of moving) cursor.next();
    if (holds() === true) found.push(row);
  }
  return found;
}

function cells(
  contents: readonly (Uint8Array | undefined)[],
  rows: readonly (readonly number[])[],
): RawValues {
  const captures = new Captures();
  contents.forEach((content, group) => {
    if (content === undefined) return;
    const cursor = new Cursor(content);
    let at = -1;
    for (const row of rows[group]) {
      cursor.skip(row - at - 1);
      at = row;
      if (cursor.isEmpty) continue;
      captures.open(cursor.start, 0);
      captures.close(content, cursor.end);
    }
  });
  return captures.values(false);
}

async function* rowTexts(
  groups: readonly Group[],
  rows: readonly (readonly number[])[],
  reader: CountedReader,
): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for (const [at, group] of groups.entries()) {
    if (rows[at].length === 0) continue;
    const spans = await reader.rowSpans(group);
    for await (const text of reader.documents(rows[at].map((row) => spans.of(row)))) {
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
