import { objectText } from './json/object-text.ts';
import { limits } from './limits.ts';
import type { Dialect } from './query/dialect.ts';
import { Document } from './query/document.ts';
import { queryLimits } from './query/limits.ts';
import { type FilterQueryOptions, filterQuery } from './query/query-document.ts';
import type { RunSource } from './query/query-run.ts';

/** A value of a document that Downpour passes to the function of a label or of a transformer. */
export type Extractor = { readonly name: string; readonly jsonpath: string; readonly isarray: boolean };

/** The document that extractors read: in memory, or in the store if it is too large for memory. */
export type Extractable = Document | RunSource;

export type ExtractOptions = {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /**
   * The query language of expressions that are valid in both languages. Absent: `sql`, as in the original
   * server.
   */
  readonly common?: Dialect | undefined;
};

export type Extracted = {
  /** JSON text, numbers with the digits of the document. */
  readonly text: string;
  /**
   * Reasons why extractors found nothing, for extractors that are wrong themselves, such as an invalid path.
   */
  readonly problems: readonly string[];
};

/**
 * Builds the argument of a function: `{}` without extractors, the value itself for one extractor, otherwise
 * an object by the names of the extractors. A missing value is null, or `[]` for an extractor of all matches.
 * An extractor that cannot be evaluated finds nothing and reports a problem.
 */
export async function extract(
  extractors: readonly Extractor[],
  from: Extractable,
  options: ExtractOptions,
): Promise<Extracted> {
  const found: Found[] = [];
  for (const extractor of extractors) found.push(await extractOne(extractor, from, options));
  const problems = found.flatMap(({ problem }) => problem ?? []);
  const [first, second] = found;
  if (first !== undefined && second === undefined) return { text: first.text, problems };
  return { text: objectText(new Map(found.map(({ text }, at) => [extractors[at]!.name, text]))), problems };
}

type Found = { readonly text: string; readonly problem?: string };

async function extractOne(
  { name, jsonpath, isarray }: Extractor,
  from: Extractable,
  { now, common = 'sql' }: ExtractOptions,
): Promise<Found> {
  const options = { array: isarray, now, common };
  const { result } =
    from instanceof Document
      ? filterQuery(jsonpath, options, from)
      : await queryLarge(jsonpath, options, from);
  if (result.value !== null) return { text: result.value };
  return { text: isarray ? '[]' : 'null', problem: `extractor ${name} (${jsonpath}): ${result.reason}` };
}

/**
 * Queries a large document. It builds a missing index before the time limit of the extractor begins. The
 * planner is loaded for the first large document.
 */
async function queryLarge(jsonpath: string, options: FilterQueryOptions, source: RunSource) {
  const { queryRun } = await import('./query/query-run.ts');
  if (source.documentBytes > limits.wholeBytesMax) await source.openIndex(source.index);
  return queryRun(jsonpath, { ...options, bounds: largeBounds }, source);
}

/** No user waits for the results of a large document, so its extractors have more time. */
const largeBounds = { ...queryLimits, evaluationMs: limits.largeExtractionMs };
