/** The part of a list by name that an address selects. */
export type PartOfList = {
  /** A part of the names. Empty: all names. */
  readonly text: string;
  /** The number of the page, from 1. */
  readonly page: number;
};

/** Reads the address. */
export function partOfList(query: URLSearchParams): PartOfList {
  const page = Number(query.get('page') ?? 1);
  return {
    text: query.get('text')?.trim() ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}
