import type { ReadRange } from '../run-index/open-index.ts';
import type { RunIndex } from '../run-index/run-index.ts';
import { Budget } from './budget.ts';
import type { Dialect } from './dialect.ts';
import type { Document } from './document.ts';
import type { FilterQueryAnswer, FilterQueryOptions } from './filter-query.ts';
import { parsePath } from './jsonpath/grammar/parse-path.ts';
import { type PlanLimits, planLimits } from './planner/limits.ts';
import { planQuery } from './planner/plan-query.ts';
import type { RawValues } from './planner/rows/raw-values.ts';
import { type Answer, runPlanInParts } from './planner/run-plan.ts';
import { jsonPathShape } from './planner/shape/json-path-shape.ts';
import type { PathShape } from './planner/shape/path-shape.ts';
import { QueryError, resultTooLong } from './query-error.ts';

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
   * planner's way: `member`, `members`, `count`, `column`, `element`, `filter` and `nothing` need the index and ranges alone,
   * `scan` reads a part through once, `parts` parses a large array some elements at a time, `partial` and `document`
   * parse all that a path can reach at once, `refused` would have been too much.
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

export type AskOptions = FilterQueryOptions & {
  /** Instead of the bound of the same name. */
  readonly wholeBytesMax?: number;
  /** What reading may cost; `planLimits` when absent. */
  readonly planLimits?: PlanLimits;
};

/**
 * Answers a filter query on a stored run with as little of it as the query needs. The answer is the one that
 * `filterQuery` gives on the whole document. Reading it and evaluating it have the time of `evaluationMs` each.
 */
export async function askRun(text: string, options: AskOptions, source: RunSource): Promise<RunAnswer> {
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

async function ask(text: string, options: AskOptions, source: RunSource): Promise<Asked> {
  const question = plainQuestion(text, options.common) ?? (await engine()).questionOf(text, options.common);
  if (question === undefined)
    return { way: 'syntax', answer: await evaluated(text, options, await documentOf(nothing)) };
  const kept = source.kept();
  if (kept !== undefined) return { way: 'kept', answer: await evaluated(text, options, kept) };
  if (source.documentBytes <= (options.wholeBytesMax ?? wholeBytesMax)) {
    const document = await documentOf(await wholeOf(source));
    source.keep(document);
    return { way: 'whole', answer: await evaluated(text, options, document) };
  }
  return plan(text, question, options, source);
}

type Question = { readonly dialect: Dialect; readonly shape: PathShape };

async function plan(
  text: string,
  { dialect, shape }: Question,
  options: AskOptions,
  source: RunSource,
): Promise<Asked> {
  const budget = new Budget(options.now, options.bounds);
  const { planLimits: limits = planLimits } = options;
  const bounds = {
    ...limits,
    // An SQL/JSON document takes twice the memory of a JSONPath one: about 8 bytes for each of its text.
    parseBytesMax: dialect === 'sql' ? limits.parseBytesMax / 2 : limits.parseBytesMax,
    resultsMax: Math.min(limits.resultsMax, budget.bounds.resultsMax),
  };
  const planned = planQuery(shape, await source.openIndex(source.index), bounds);
  try {
    const found = await runPlanInParts(planned, source, bounds, () => budget.checkDeadline());
    const { way } = found;
    if (found.kind === 'parts') {
      const given = await (await engine()).askParts(text, options, found.parts, budget);
      const isText = typeof given === 'string';
      return { way, answer: isText ? success(text, dialect, given) : failure(text, dialect, given) };
    }
    if (found.kind === 'partial')
      return { way, answer: await evaluated(text, options, await documentOf(found.text)) };
    if (found.kind === 'refused') return { way, answer: failure(text, dialect, found) };
    const value = await textOf(found.values, dialect, options.array, budget);
    return { way, answer: success(text, dialect, value) };
  } catch (fault) {
    if (!(fault instanceof QueryError)) throw fault;
    const { sqlState, message: reason } = fault;
    return { way: planned.way, answer: failure(text, dialect, { sqlState, reason }) };
  }
}

/** @throws QueryError 54000 for a longer text than there may be, 57014 when there is no time left. */
async function textOf(values: RawValues, dialect: Dialect, array: boolean, budget: Budget): Promise<string> {
  const written = dialect === 'sql' ? (await engine()).jsonbValues(values, budget) : values;
  const text = array ? written.array() : (written.first() ?? 'null');
  const { valueLengthMax } = budget.bounds;
  if (text.length <= valueLengthMax) return text;
  throw resultTooLong(valueLengthMax);
}

const success = (jsonpath: string, dialect: Dialect, value: string): FilterQueryAnswer => ({
  dialect,
  result: { valid: true, jsonpath, errorCode: 0, sqlState: null, reason: null, sql: null, value },
});

const failure = (
  jsonpath: string,
  dialect: Dialect,
  { sqlState, reason }: { readonly sqlState: string; readonly reason: string },
): FilterQueryAnswer => ({
  dialect,
  result: { valid: false, jsonpath, errorCode: 1, sqlState, reason, sql: null, value: null },
});

/** The shape of a JSONPath that an index can answer alone. */
function plainQuestion(text: string, common: Dialect = 'jsonpath'): Question | undefined {
  if (common !== 'jsonpath') return undefined;
  const ast = parsePath(text, () => 'is for the engine to check');
  if (ast instanceof QueryError) return undefined;
  const shape = jsonPathShape(ast);
  return shape.steps && { dialect: common, shape };
}

const evaluated = async (text: string, options: FilterQueryOptions, document: Document) =>
  (await engine()).filterQuery(text, options, document);

const documentOf = async (bytes: Uint8Array): Promise<Document> => new (await engine()).Document(bytes);

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
