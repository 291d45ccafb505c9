/** A part of a list: the index of its first item and the index after its last item, from 0. */
export type Part = {
  readonly skip: number;
  readonly end: number;
  /** The number of items of the list. */
  readonly total: number;
  /** The direction of the list. */
  readonly backward: boolean;
};

/** Reads items of a list in a direction, after some items at the beginning of this direction. */
export type ReadPart<T> = (backward: boolean, skip: number, count: number) => Promise<readonly T[]>;

/**
 * Reads a part of a list from the nearer end of the list, so that the last page costs as much as the first
 * page.
 */
export async function nearest<T>(
  { skip, end, total, backward }: Part,
  read: ReadPart<T>,
): Promise<readonly T[]> {
  if (end <= skip) return [];
  if (end <= total - skip) return read(backward, skip, end - skip);
  return (await read(!backward, total - end, end - skip)).toReversed();
}

/**
 * The most items that are read and left out. Finding the position after so few items would cost another read.
 */
export const readAlongMax = 100;
