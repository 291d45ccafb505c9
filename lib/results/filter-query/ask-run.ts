import type { ReadRange } from '../run-index/open-index.ts';
import type { RunIndex } from '../run-index/run-index.ts';
import type { Dialect } from './dialect.ts';
import type { Document } from './document.ts';
import type { FilterQueryAnswer, FilterQueryOptions } from './filter-query.ts';
import { parsePath } from './parse-path.ts';
import { jsonPathShape } from './planner/json-path-shape.ts';
import { planQuery } from './planner/plan-query.ts';
import type { RawValues } from './planner/raw-values.ts';
import { type Answer, runPlan } from './planner/run-plan.ts';

/** A stored run, as far as a query needs it: by ranges, or whole when it is small or known already. */
export type RunSource = {
  /** Bytes of the document. */
  readonly documentBytes: number;
  readonly document: ReadRange;
  /** The bytes of its index. */
  readonly index: ReadRange;
  /** The open index; builds it anew when it is missing or of another release. */
  openIndex(read: ReadRange): Promise<RunIndex>;
  /** The whole document when it is kept in memory. */
  kept(): Document | undefined;
  /** Keeps a whole document for the next query, if it is small enough. */
  keep(document: Document): void;
};

export type RunAnswer = FilterQueryAnswer & { readonly explain: Explanation };

/** What an answer has cost. */
export type Explanation = {
  /**
   * `syntax`: refused before anything was read. `kept`: on a document in memory. `whole`: on a small document. Else the
   * planner's way: `member`, `members`, `column`, `element`, `filter` and `nothing` need the index and ranges alone,
   * `scan` reads a part through once, `partial` and `document` parse, `refused` would have been too much.
   */
  readonly way: Answer['way'] | 'syntax' | 'kept' | 'whole';
  readonly dialect: Dialect;
  /** Of the document and its index, without what was in memory. */
  readonly bytesRead: number;
  readonly reads: number;
  readonly milliseconds: number;
};

/** Documents up to here are read whole: one read, against two or more of an index. */
export const wholeBytesMax = 256 * 1024;

/**
 * Answers a filter query on a stored run with as little of it as the query needs. The answer is the one that
 * `filterQuery` gives on the whole document.
 */
export async function askRun(
  text: string,
  options: FilterQueryOptions,
  source: RunSource,
): Promise<RunAnswer> {
  const startedAt = options.now();
  const counted = counting(source);
  const { way, answer } = await ask(text, options, counted.source);
  const milliseconds = Math.round((options.now() - startedAt) * 1000) / 1000;
  const { dialect } = answer;
  return {
    ...answer,
    explain: { way, dialect, bytesRead: counted.bytes(), reads: counted.reads(), milliseconds },
  };
}

type Asked = { readonly way: Explanation['way']; readonly answer: FilterQueryAnswer };

/** Loaded when it is needed: most of the code, and a third of what a cold process that answers from an index costs. */
const engine = () => import('./engine.ts');

async function ask(text: string, options: FilterQueryOptions, source: RunSource): Promise<Asked> {
  const question = plainQuestion(text, options.common) ?? (await engine()).questionOf(text, options.common);
  if (question === undefined)
    return { way: 'syntax', answer: await evaluated(text, options, await documentOf(nothing)) };
  const kept = source.kept();
  if (kept !== undefined) return { way: 'kept', answer: await evaluated(text, options, kept) };
  if (source.documentBytes <= wholeBytesMax) {
    const document = await documentOf(await wholeOf(source));
    source.keep(document);
    return { way: 'whole', answer: await evaluated(text, options, document) };
  }
  const plan = planQuery(question.shape, await source.openIndex(source.index));
  return answerOf(text, options, question.dialect, await runPlan(plan, source));
}

/** The shape of a JSONPath that an index can answer alone. */
function plainQuestion(text: string, common: Dialect = 'jsonpath') {
  if (common !== 'jsonpath') return undefined;
  const ast = parsePath(text, () => 'is for the engine to check');
  if ('reason' in ast) return undefined;
  const shape = jsonPathShape(ast);
  return shape.steps && { dialect: common, shape };
}

const evaluated = async (text: string, options: FilterQueryOptions, document: Document) =>
  (await engine()).filterQuery(text, options, document);

const documentOf = async (bytes: Uint8Array): Promise<Document> => new (await engine()).Document(bytes);

async function answerOf(
  text: string,
  options: FilterQueryOptions,
  dialect: Dialect,
  given: Answer,
): Promise<Asked> {
  const { way } = given;
  if (given.kind === 'partial')
    return { way, answer: await evaluated(text, options, await documentOf(given.text)) };
  const base = { jsonpath: text, sql: null };
  if (given.kind === 'refused') {
    const { sqlState, reason } = given;
    return {
      way,
      answer: { dialect, result: { ...base, valid: false, errorCode: 1, sqlState, reason, value: null } },
    };
  }
  const value = textOf(given.values, options.array);
  return {
    way,
    answer: { dialect, result: { ...base, valid: true, errorCode: 0, sqlState: null, reason: null, value } },
  };
}

const textOf = (values: RawValues, array: boolean): string =>
  array ? values.array() : (values.first() ?? 'null');

const nothing = new TextEncoder().encode('null');

async function wholeOf(source: RunSource): Promise<Uint8Array> {
  const bytes = await source.document(0, source.documentBytes);
  if (bytes === undefined) throw new Error('the document of the run is missing');
  return bytes;
}

function counting(source: RunSource) {
  let bytes = 0;
  let reads = 0;
  const through =
    (read: ReadRange): ReadRange =>
    async (start, end) => {
      const found = await read(start, end);
      reads += 1;
      bytes += found?.length ?? 0;
      return found;
    };
  const counted: RunSource = { ...source, document: through(source.document), index: through(source.index) };
  return { source: counted, bytes: () => bytes, reads: () => reads };
}
