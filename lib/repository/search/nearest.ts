/** A part of a list: the place of its first item and the place behind its last item, from 0. */
export type Part = {
  readonly skip: number;
  readonly end: number;
  /** The number of items of the list. */
  readonly total: number;
  /** The direction of the list. */
  readonly backward: boolean;
};

/**
 * Reads a part of a list from the nearer end of the list, so that the last page costs as much as the first
 * page.
 *
 * @param first reads items from the beginning of the list in a direction.
 */
export async function nearest<T>(
  { skip, end, total, backward }: Part,
  first: (backward: boolean, count: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  if (end <= skip) return [];
  const behind = total - skip;
  if (end <= behind) return (await first(backward, end)).slice(skip);
  return (await first(!backward, behind)).toReversed().slice(0, end - skip);
}
