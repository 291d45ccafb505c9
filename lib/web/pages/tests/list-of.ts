/** The part of the tests that an address asks for. */
export type ListOf = {
  /** `*`: all folders. Empty: the tests without a folder. */
  readonly folder: string;
  readonly text: string;
  /** From 1. */
  readonly page: number;
};

/** Reads the address: `folder=/` means the tests without a folder, and no folder means all of them. */
export function listOf(query: URLSearchParams): ListOf {
  const folder = query.get('folder') ?? '';
  const page = Number(query.get('page') ?? 1);
  return {
    folder: folder === '' ? '*' : folder === '/' ? '' : folder,
    text: query.get('text')?.trim() ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}
