import { limits } from './limits.ts';
import type { Dialect } from './query/dialect.ts';
import { Document } from './query/document.ts';
import { type FilterQueryOptions, filterQuery } from './query/filter-query.ts';
import { queryLimits } from './query/limits.ts';
import type { RunSource } from './query/query-run.ts';

/** A value of a document that a function of a label or of a transformer is handed. */
export type Extractor = { readonly name: string; readonly jsonpath: string; readonly isarray: boolean };

/** Where extractors look: a document in memory, or one that is too large for that. */
export type Extractable = Document | RunSource;

export type ExtractOptions = {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /**
   * Of expressions that both dialects accept. Absent: `sql`, the one that the original's extractors are
   * written in.
   */
  readonly common?: Dialect | undefined;
};

export type Extracted = {
  /** JSON text, numbers with the digits of the document. */
  readonly text: string;
  /** Why an extractor found nothing, where that is its own fault. */
  readonly problems: readonly string[];
};

/**
 * The argument of a function: `{}` without extractors, the value itself of a single one, else an object by
 * the names of the extractors. What is missing is null, or `[]` for an extractor of all matches. An extractor
 * that cannot be evaluated is one that finds nothing, and says why.
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
  const members = new Map(extractors.map(({ name }, at) => [name, found[at]?.text]));
  const texts = [...members].map(([name, text]) => `${JSON.stringify(name)}:${text}`);
  return { text: `{${texts.join(',')}}`, problems };
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
 * An index that is missing is made before the time of the extractor begins. What plans reads is loaded for
 * the first such document.
 */
async function queryLarge(jsonpath: string, options: FilterQueryOptions, source: RunSource) {
  const { queryRun } = await import('./query/query-run.ts');
  if (source.documentBytes > limits.wholeBytesMax) await source.openIndex(source.index);
  return queryRun(jsonpath, { ...options, bounds: largeBounds }, source);
}

/** Nobody waits for what is made of a large document. */
const largeBounds = { ...queryLimits, evaluationMs: limits.largeExtractionMs };
