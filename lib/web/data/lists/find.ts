import { ApiError } from '../../../client/index.ts';
import { api } from '../api.ts';
import type { Found, Wanted } from './found.ts';

/** The most runs of one answer. */
const runsMax = 5;
/** The most tests of one answer. Some of them may not have every word. */
const testsMax = 20;
/** The most schemas of one answer, which has the whole JSON Schema of each. */
const schemasMax = 10;

/**
 * Searches the lists of runs, tests and schemas through the API. A list that does not answer does not hide
 * the others.
 */
export async function find({ id, words, day }: Wanted, signal: AbortSignal): Promise<Found> {
  const name = longest(words);
  const has = (each: { readonly name: string }): boolean =>
    words.every((word) => each.name.toLowerCase().includes(word.toLowerCase()));
  const errors: unknown[] = [];
  const either = async <T>(answer: Promise<readonly T[]>): Promise<readonly T[]> => {
    try {
      return await answer;
    } catch (error) {
      signal.throwIfAborted();
      if (!isAbsent(error)) errors.push(error);
      return [];
    }
  };
  const [runs, tests, schemas] = await Promise.all([
    either(id === undefined ? runsOf(words, day, signal) : one(api.run.by(id).summary.get({ signal }))),
    either<Found['tests'][number]>(
      id === undefined ? testsOf(name, signal) : one(api.test.by(id).get({ signal })),
    ),
    either(id === undefined ? schemasOf(name, signal) : one(api.schema.by(id).get({ signal }))),
  ]);
  const error = errors[0];
  return {
    runs,
    tests: tests.filter(has),
    schemas: schemas.filter(has),
    ...(error !== undefined && { error }),
  };
}

const longest = (words: readonly string[]): string =>
  words.reduce((found, word) => (word.length > found.length ? word : found), '');

/** Whether an error says that there is no such record, or that the caller may not see it. */
const isAbsent = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 403);

const one = async <T>(answer: Promise<T>): Promise<readonly T[]> => [await answer];

async function runsOf(words: readonly string[], day: Wanted['day'], signal: AbortSignal) {
  if (day === undefined) return [];
  const text = words.join(' ');
  const query = { ...day, limit: runsMax, cursor: '', ...(text !== '' && { text }) };
  return (await api.run.list.get({ query, signal })).runs;
}

async function testsOf(name: string, signal: AbortSignal) {
  if (name === '') return [];
  const query = { folder: '*', name, limit: testsMax, page: 1, direction: 'Ascending' } as const;
  return (await api.test.summary.get({ query, signal })).tests;
}

async function schemasOf(name: string, signal: AbortSignal) {
  if (name === '') return [];
  const query = { name, limit: schemasMax, page: 0, sort: 'name', direction: 'Ascending' } as const;
  return (await api.schema.get({ query, signal })).schemas;
}
