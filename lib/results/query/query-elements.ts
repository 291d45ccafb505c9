import { piecesOf } from '../json/pieces.ts';
import { refusal, success } from './answer.ts';
import { dialectOf, leniently } from './dialect.ts';
import { Document } from './document.ts';
import { type FilterQueryOptions, queryDocument } from './filter-query.ts';
import type { RunAnswer } from './query-run.ts';

/** Parts of a document. */
export type Parts = {
  readonly document: Uint8Array;
  /** Names of members of the root, or indexes of its elements as texts. */
  readonly keys: readonly string[];
  /** What `array` answers without any match. */
  readonly none: 'null' | '[]';
};

/**
 * Answers a filter query on some members or elements of a document, each as a document of its own: on the first of them, or
 * with `array` on all, whose matches are put together.
 * @throws DownpourError NOT_JSON (400).
 */
export function queryElements(text: string, options: FilterQueryOptions, parts: Parts): RunAnswer {
  const startedAt = options.now();
  const answer = answerOf(text, options, parts);
  const milliseconds = Math.round((options.now() - startedAt) * 1000) / 1000;
  const cost = { bytesRead: parts.document.length, reads: 1, milliseconds };
  return { ...answer, explain: { way: 'whole', dialect: answer.dialect, ...cost } };
}

function answerOf(text: string, options: FilterQueryOptions, { document, keys, none }: Parts) {
  const given = dialectOf(text, options.common);
  const parsed = options.lenient === true ? leniently(given) : given;
  if ('error' in parsed) return refusal(parsed);
  const { inner } = piecesOf(document, new Set(options.array ? keys : keys.slice(0, 1)));
  const matches: string[] = [];
  for (const { start, end } of inner.values()) {
    const answer = queryDocument(parsed, options, new Document(document.subarray(start, end)));
    const { value } = answer.result;
    if (value === null || !options.array) return answer;
    if (value !== '[]') matches.push(value.slice(1, -1));
  }
  const separator = parsed.dialect === 'sql' ? ', ' : ',';
  return success(parsed, matches.length === 0 ? none : `[${matches.join(separator)}]`);
}
