import type { ReadRange } from '../run-index/open-index.ts';
import type { RunIndex } from '../run-index/run-index.ts';
import { type Dialect, dialectOf, type Parsed } from './dialect.ts';
import { Document } from './document.ts';
import { type FilterQueryAnswer, type FilterQueryOptions, filterQuery } from './filter-query.ts';
import { jsonPathShape } from './planner/json-path-shape.ts';
import type { PathShape } from './planner/path-shape.ts';
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

async function ask(text: string, options: FilterQueryOptions, source: RunSource): Promise<Asked> {
  const parsed = dialectOf(text, options.common);
  if ('reason' in parsed) return { way: 'syntax', answer: filterQuery(text, options, nothing) };
  const kept = source.kept();
  if (kept !== undefined) return { way: 'kept', answer: filterQuery(text, options, kept) };
  if (source.documentBytes <= wholeBytesMax) {
    const document = new Document(await wholeOf(source));
    source.keep(document);
    return { way: 'whole', answer: filterQuery(text, options, document) };
  }
  const plan = planQuery(shapeOf(parsed), await source.openIndex(source.index));
  return answerOf(text, options, parsed.dialect, await runPlan(plan, source));
}

function answerOf(text: string, options: FilterQueryOptions, dialect: Dialect, given: Answer): Asked {
  const { way } = given;
  if (given.kind === 'partial') return { way, answer: filterQuery(text, options, new Document(given.text)) };
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

/**
 * SQL/JSON path prints what it finds anew, as `jsonb` does, and unwraps arrays as it goes; its queries are evaluated on
 * the document, of which the planner may leave out what they cannot reach.
 */
const shapeOf = (parsed: Parsed): PathShape =>
  parsed.dialect === 'jsonpath' ? jsonPathShape(parsed.ast) : { rule: parsed.path.mode };

const nothing = Document.of(null);

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
