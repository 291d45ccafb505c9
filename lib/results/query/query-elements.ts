import { type FilterQueryAnswer, refusal, success } from './answer.ts';
import { parseExpression } from './dialect.ts';
import { Document } from './document.ts';
import { queryDocument } from './query-document.ts';
import { type QueryRunOptions, queryRun, type RunAnswer, type RunSource } from './query-run.ts';

/** Parts of a document that are queried as separate documents. */
export type Elements = {
  readonly elements: Iterable<Document | RunSource>;
  /** The answer when no element matches: `[]` if all matches were requested as an array, otherwise `null`. */
  readonly none: 'null' | '[]';
};

/**
 * Answers a filter query on the elements or members of a document. Without `array` it answers on the first
 * one, with `array` on all of them, and joins the matches.
 * @throws DownpourError NOT_JSON (400).
 */
export async function queryElements(
  text: string,
  options: QueryRunOptions,
  elements: Elements,
): Promise<RunAnswer> {
  const startedAt = options.now();
  const cost = { bytesRead: 0, reads: 0 };
  const answer = await answerOf(text, options, elements, cost);
  const milliseconds = Math.round((options.now() - startedAt) * 1000) / 1000;
  return { ...answer, explain: { way: 'whole', dialect: answer.dialect, ...cost, milliseconds } };
}

type Cost = { bytesRead: number; reads: number };

async function answerOf(
  text: string,
  options: QueryRunOptions,
  { elements, none }: Elements,
  cost: Cost,
): Promise<FilterQueryAnswer> {
  const parsed = parseExpression(text, options);
  if ('error' in parsed) return refusal(parsed);
  const matches: string[] = [];
  for (const element of elements) {
    const isWhole = element instanceof Document;
    if (isWhole) add(cost, { bytesRead: element.bytes.length, reads: 1 });
    const answer = isWhole ? queryDocument(parsed, options, element) : await queryRun(text, options, element);
    if ('explain' in answer) add(cost, answer.explain as Cost);
    const { value } = answer.result;
    if (value === null || !options.array) return answer;
    if (value !== '[]') matches.push(value.slice(1, -1));
  }
  const separator = parsed.dialect === 'sql' ? ', ' : ',';
  return success(parsed, Buffer.from(matches.length === 0 ? none : `[${matches.join(separator)}]`));
}

function add(cost: Cost, { bytesRead, reads }: Cost): void {
  cost.bytesRead += bytesRead;
  cost.reads += reads;
}
