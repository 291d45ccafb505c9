import { limits } from '../limits.ts';
import type { RunIndex } from '../run-index/index-types.ts';
import type { ReadRange } from '../run-index/open-index.ts';
import { type FilterQueryAnswer, failure, refusal, success } from './answer.ts';
import { Budget } from './budget.ts';
import type { Dialect, Parsed, ParseOptions, Refused } from './dialect.ts';
import { Document } from './document.ts';
import { parsePath } from './jsonpath/grammar/parse-path.ts';
import { type PlanLimits, planLimits, queryLimits } from './limits.ts';
import { planQuery } from './planner/plan-query.ts';
import { counted } from './planner/range-reader.ts';
import { normalised } from './planner/rows/compact-json.ts';
import { isScannable, ValueScan } from './planner/rows/path-scan.ts';
import { jsonOf, type RawValues } from './planner/rows/raw-values.ts';
import { type Answer, runPlanInParts } from './planner/run-plan.ts';
import { jsonPathShape } from './planner/shape/json-path-shape.ts';
import type { PathShape } from './planner/shape/path-shape.ts';
import type { FilterQueryOptions } from './query-document.ts';

/**
 * A stored run that queries read: by ranges of bytes, or as a whole when it is small or already in memory.
 */
export type RunSource = {
  /** Length of the document in bytes. */
  readonly documentBytes: number;
  readonly document: ReadRange;
  /** Reads bytes of the run's index. */
  readonly index: ReadRange;
  /** Opens the index of the run. An index that is missing, or that another release wrote, is built again. */
  openIndex(read: ReadRange): Promise<RunIndex>;
  /** The whole document, if it is in memory. */
  kept(): Document | undefined;
  /** Keeps a whole document for the next query, if it is small enough. */
  keep(document: Document): void;
};

export type RunAnswer = FilterQueryAnswer & { readonly explain: Explanation };

/** How a query was answered, and its cost. */
export type Explanation = {
  /**
   * How the query was answered. `syntax`: rejected before anything was read. `kept`: on a document in memory.
   * `whole`: on a small document. Otherwise the planner's strategy: `member`, `members`, `count`, `column`,
   * `element`, `filter` and `nothing` need only the index and ranges, `scan` reads a part once, `parts`
   * evaluates a large array some elements at a time, `partial` and `document` everything that a path can
   * reach at once, `refused` would have exceeded a bound.
   */
  readonly way: Answer['strategy'] | 'syntax' | 'kept' | 'whole';
  readonly dialect: Dialect;
  /** Bytes of the document and its index that the query read, without those already in memory. */
  readonly bytesRead: number;
  readonly reads: number;
  readonly milliseconds: number;
};

export type QueryRunOptions = FilterQueryOptions & {
  /** The most bytes of a document that is read whole. Absent: `limits.wholeBytesMax`. */
  readonly wholeBytesMax?: number;
  /** The bounds for a plan. Absent: `planLimits`. */
  readonly planLimits?: PlanLimits;
};

/**
 * Answers a filter query on a stored run and reads as little of it as the query needs. The answer is the same
 * as that of `filterQuery` on the whole document. Reading and evaluating may take `evaluationMs` each.
 */
export async function queryRun(
  text: string,
  options: QueryRunOptions,
  source: RunSource,
): Promise<RunAnswer> {
  const startedAt = options.now();
  const cost = { bytesRead: 0, reads: 0 };
  const [document, index] = [counted(source.document, cost), counted(source.index, cost)];
  const bounded = withBounds(options, source.documentBytes);
  const { way, answer } = await answerRun(text, bounded, { ...source, document, index });
  const milliseconds = Math.round((options.now() - startedAt) * 1000) / 1000;
  const { dialect } = answer;
  return { ...answer, explain: { way, dialect, ...cost, milliseconds } };
}

/** Raises the bounds: a large document gets more time, and `largeBytesMin` allows more bytes in an answer. */
function withBounds(options: QueryRunOptions, documentBytes: number): QueryRunOptions {
  const { evaluationMs, bytesPerMs, largeEvaluationMs, largeValueBytesMax } = queryLimits;
  const longMs = Math.min(evaluationMs + Math.floor(documentBytes / bytesPerMs), largeEvaluationMs);
  const {
    largeBytesMin,
    bounds = { ...queryLimits, evaluationMs: longMs },
    planLimits: plan = planLimits,
  } = options;
  if (largeBytesMin === undefined) return { ...options, bounds };
  return {
    ...options,
    bounds: { ...bounds, valueBytesMax: largeValueBytesMax },
    planLimits: { ...plan, answerBytesMax: largeValueBytesMax },
  };
}

type Answered = { readonly way: Explanation['way']; readonly answer: FilterQueryAnswer };
/** A document that must be evaluated. `way` is how Downpour got it, for the explanation of the query. */
type Found = { readonly way: Explanation['way']; readonly document: Document };

/**
 * Loads the evaluators on demand. They are most of the code of queries. Loading them takes a third of the
 * start time of a new process that answers from an index.
 */
function engine(): Promise<typeof import('./lazy-evaluators.ts')> {
  // Even an `import` of a loaded module costs more than a small query, so the module is remembered.
  loadedEngine ??= import('./lazy-evaluators.ts');
  return loadedEngine;
}
let loadedEngine: Promise<typeof import('./lazy-evaluators.ts')> | undefined;

async function answerRun(text: string, options: QueryRunOptions, source: RunSource): Promise<Answered> {
  const parsed = await parse(text, options);
  if ('error' in parsed) return { way: 'syntax', answer: refusal(parsed) };
  const small = await smallDocument(source, options.wholeBytesMax);
  const found = small ?? (await followPlan(parsed, options, source));
  if ('answer' in found) return found;
  const { way, document } = found;
  // A document in memory keeps its tape, which makes the next query fast. Without the loaded evaluators, a
  // scan of the bytes is faster.
  const isScanned = way === 'whole' || (way === 'kept' && loadedEngine === undefined);
  const value = isScanned ? scanned(parsed, options, document.bytes) : undefined;
  if (value !== undefined) return { way, answer: success(parsed, value, options.largeBytesMin) };
  return { way, answer: (await engine()).queryDocument(parsed, options, document) };
}

/**
 * Answers a plain JSONPath on a small document in one pass, without the evaluators. Undefined when an
 * evaluator must answer: another path, a mistake, repeated names, or too many values.
 */
function scanned(
  parsed: Parsed,
  { array, bounds = queryLimits }: QueryRunOptions,
  document: Uint8Array,
): Uint8Array | undefined {
  const steps = parsed.dialect === 'jsonpath' ? jsonPathShape(parsed.ast).steps : undefined;
  if (steps === undefined || !isScannable(steps)) return undefined;
  const scan = new ValueScan(steps, 'jsonpath', { isIndexed: false });
  const values = scan.push(document) ?? scan.end();
  if ('reason' in values || scan.isFailed || scan.repeatsNames || scan.count > bounds.resultsMax)
    return undefined;
  const text = normalised(jsonOf(values, array), scan.hasBlanks);
  return text.length > bounds.valueBytesMax ? undefined : text;
}

/** Parses an expression. JSONPath without regular expressions is parsed without loading the evaluators. */
async function parse(text: string, options: ParseOptions): Promise<Parsed | Refused> {
  const jsonPath = parsePath(text);
  const { ast, patterns } = jsonPath;
  const isCommon = (options.common ?? 'jsonpath') === 'jsonpath';
  if (isCommon && 'segments' in ast && patterns.length === 0) return { text, dialect: 'jsonpath', ast };
  return (await engine()).parseExpression(text, options, jsonPath);
}

/** A document that is in memory, or small enough for one read. */
export async function smallDocument(
  source: RunSource,
  bytesMax: number = limits.wholeBytesMax,
): Promise<Found | undefined> {
  const kept = source.kept();
  if (kept !== undefined) return { way: 'kept', document: kept };
  if (source.documentBytes > bytesMax) return undefined;
  const bytes = await source.document(0, source.documentBytes);
  if (bytes === undefined) throw new Error('the bucket has no document of this run');
  const document = new Document(bytes);
  source.keep(document);
  return { way: 'whole', document };
}

async function followPlan(
  parsed: Parsed,
  options: QueryRunOptions,
  source: RunSource,
): Promise<Answered | Found> {
  const budget = new Budget(options.now, options.bounds);
  const given = options.planLimits ?? planLimits;
  const limits = { ...given, resultsMax: Math.min(given.resultsMax, budget.bounds.resultsMax) };
  const planned = planQuery(await shapeOf(parsed), await source.openIndex(source.index), limits);
  let way: Explanation['way'] = planned.strategy;
  try {
    const found = await runPlanInParts(planned, source, limits, () => budget.checkDeadline());
    way = found.strategy;
    if (found.kind === 'partial') return { way, document: new Document(found.text) };
    if (found.kind === 'refused') throw found.error;
    const value =
      found.kind === 'parts'
        ? await (await engine()).queryParts(parsed, options.array, found.parts, budget)
        : await resultText(found, parsed.dialect, options.array, budget);
    return { way, answer: success(parsed, value, options.largeBytesMin) };
  } catch (error) {
    return { way, answer: failure(parsed, error) };
  }
}

async function shapeOf(parsed: Parsed): Promise<PathShape> {
  if (parsed.dialect === 'sql') return (await engine()).sqlPathShape(parsed.path);
  const shape = jsonPathShape(parsed.ast);
  // A path without simple steps needs the evaluators in any case, and regular expressions are a part of them.
  return shape.steps === undefined ? jsonPathShape(parsed.ast, (await engine()).patternCells) : shape;
}

/** @throws QueryError 54000 for a text that is too long, 57014 when no time is left. */
async function resultText(
  { values, hasBlanks }: { readonly values: RawValues; readonly hasBlanks: boolean },
  dialect: Dialect,
  array: boolean,
  budget: Budget,
): Promise<Uint8Array> {
  const text =
    dialect === 'sql'
      ? (await engine()).jsonbValues(values, array, budget)
      : normalised(jsonOf(values, array), hasBlanks);
  budget.fit(text.length);
  return text;
}
