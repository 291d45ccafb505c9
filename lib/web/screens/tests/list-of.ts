/** The part of the list of tests that an address selects. */
export type ListOf = {
  /** The folder. `*`: all folders. Empty: the tests without a folder. */
  readonly folder: string;
  readonly text: string;
  /** The number of the page, from 1. */
  readonly page: number;
};

/**
 * Reads the address. `folder=/` selects the tests without a folder, and an absent folder selects all tests.
 */
export function listOf(query: URLSearchParams): ListOf {
  const folder = query.get('folder') ?? '';
  const page = Number(query.get('page') ?? 1);
  return {
    folder: folder === '' ? '*' : folder === '/' ? '' : folder,
    text: query.get('text')?.trim() ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}
