import { piecesOf } from '../json/pieces.ts';
import { refusal, success } from './answer.ts';
import { dialectOf, leniently } from './dialect.ts';
import { Document } from './document.ts';
import { type FilterQueryOptions, queryDocument } from './filter-query.ts';
import type { RunAnswer } from './query-run.ts';

/**
 * Answers a filter query on some elements of an array, each as a document of its own: on the first of them, or with `array`
 * on all, whose matches are put together. No match is `null` either way.
 * @throws DownpourError NOT_JSON (400).
 */
export function queryElements(
  text: string,
  options: FilterQueryOptions,
  array: Uint8Array,
  indexes: readonly number[],
): RunAnswer {
  const startedAt = options.now();
  const answer = answerOf(text, options, array, indexes);
  const milliseconds = Math.round((options.now() - startedAt) * 1000) / 1000;
  const cost = { bytesRead: array.length, reads: 1, milliseconds };
  return { ...answer, explain: { way: 'whole', dialect: answer.dialect, ...cost } };
}

function answerOf(text: string, options: FilterQueryOptions, array: Uint8Array, indexes: readonly number[]) {
  const given = dialectOf(text, options.common);
  const parsed = options.lenient === true ? leniently(given) : given;
  if ('error' in parsed) return refusal(parsed);
  const wanted = options.array ? indexes : indexes.slice(0, 1);
  const { inner } = piecesOf(array, new Set(wanted.map(String)));
  const matches: string[] = [];
  for (const { start, end } of inner.values()) {
    const answer = queryDocument(parsed, options, new Document(array.subarray(start, end)));
    const { value } = answer.result;
    if (value === null || !options.array) return answer;
    if (value !== '[]') matches.push(value.slice(1, -1));
  }
  const separator = parsed.dialect === 'sql' ? ', ' : ',';
  return success(parsed, matches.length === 0 ? 'null' : `[${matches.join(separator)}]`);
}
