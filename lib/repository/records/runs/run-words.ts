import { repositoryKey } from '../../../names/repository-keys.ts';
import { openBloomFilter } from '../../../results/run-search/bloom-filter.ts';
import { isMet, type Need } from '../../../results/run-search/needs.ts';
import { itemsOf, type Key, type Table, type Write } from '../../ports/table.ts';
import type { RunRow } from './row.ts';

type ListedRun = Pick<RunRow, 'id' | 'testId' | 'start'>;

/**
 * The writes that store the Bloom filter of a run's document. The list of all runs and the list of each test
 * have a list of these filters with the same order.
 */
export const wordsWrites = (run: ListedRun, words: Uint8Array | undefined): readonly Write[] =>
  words === undefined ? [] : wordsKeys(run).map((key) => ({ put: { ...key, words } }));

/** Replaces the Bloom filter of a run whose document has changed. */
export const wordsChange = (
  run: ListedRun,
  revision: number,
  words: Uint8Array | undefined,
): readonly Write[] =>
  wordsKeys(run).map((key) => (words === undefined ? { delete: key } : { put: { ...key, words, revision } }));

export const wordsKeys = ({ id, testId, start }: ListedRun): readonly Key[] => [
  repositoryKey.listedWords(start, id),
  repositoryKey.testWords(testId, start, id),
];

/**
 * Finds the runs whose documents lack the words that a search needs, among consecutive runs of a list. A run
 * is not among them if it has no stored Bloom filter, or only the filter of another revision.
 */
export async function runsLacking(
  table: Table,
  testId: number | undefined,
  runs: readonly RunRow[],
  need: Need,
): Promise<ReadonlySet<number>> {
  const known = new Map(runs.map((run) => [keyIn(testId, run).sk, run]));
  const keys = [...known.keys()].sort();
  const [from, to] = [keys[0], keys.at(-1)];
  const lacking = new Set<number>();
  if (need.kind === 'none' || from === undefined || to === undefined) return lacking;
  const { pk } = keyIn(testId, { id: 0, start: 0 });
  for await (const { sk, words: bytes, revision = 0 } of itemsOf(table, pk, { from, to })) {
    const run = known.get(sk);
    const isOfRun = run !== undefined && (run.revision ?? 0) === revision;
    const words = isOfRun && bytes instanceof Uint8Array ? openBloomFilter(bytes) : undefined;
    if (isOfRun && words !== undefined && !isMet(need, words)) lacking.add(run.id);
  }
  return lacking;
}

const keyIn = (testId: number | undefined, { start, id }: Pick<RunRow, 'id' | 'start'>): Key =>
  testId === undefined ? repositoryKey.listedWords(start, id) : repositoryKey.testWords(testId, start, id);
