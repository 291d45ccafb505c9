import { type PartOfList, partOfList } from '../../components/named-list/part-of-list.ts';

/** The part of the list of tests that an address selects. */
export type ListOf = PartOfList & {
  /** The folder. `*`: all folders. Empty: the tests without a folder. */
  readonly folder: string;
};

/**
 * Reads the address. `folder=/` selects the tests without a folder, and an absent folder selects all tests.
 */
export function listOf(query: URLSearchParams): ListOf {
  const folder = query.get('folder') ?? '';
  return { ...partOfList(query), folder: folder === '' ? '*' : folder === '/' ? '' : folder };
}
