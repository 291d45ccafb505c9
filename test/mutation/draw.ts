import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Mutant } from './operators.ts';

export type DrawOptions = {
  readonly seed: number;
  readonly count: number;
  /**
   * Returns true for a mutant (a small change of the code) that may be drawn. It is called as rarely as
   * possible, because it is slow.
   */
  readonly accepts: (mutant: Mutant) => boolean;
};

/**
 * Draws lines, and one mutant in each. The place of a line in the draw depends only on the seed and on its
 * own text. So a change of other lines leaves the draw unchanged, and a larger count only adds mutants.
 */
export function draw(mutants: readonly Mutant[], { seed, count, accepts }: DrawOptions): Mutant[] {
  const lines = Map.groupBy(mutants, ({ file, line }) => `${file}:${line}`);
  const drawn: Mutant[] = [];
  const inOrder = sorted(
    [...lines.values()],
    ([first]) => first && `${basename(first.file)} ${first.text}`,
    seed,
  );
  for (const line of inOrder) {
    if (drawn.length >= count) break;
    const mutant = sorted(line, ({ operator, before, after }) => `${operator} ${before} ${after}`, seed).find(
      accepts,
    );
    if (mutant !== undefined) drawn.push(mutant);
  }
  return drawn;
}

/** Sorts items by the hash of the seed and their key. Items with the same key keep their order. */
function sorted<T>(items: readonly T[], keyOf: (item: T) => string | undefined, seed: number): T[] {
  const place = (item: T): string =>
    createHash('sha256')
      .update(`${seed} ${keyOf(item)}`)
      .digest('hex');
  return items
    .map((item) => ({ item, at: place(item) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ item }) => item);
}
