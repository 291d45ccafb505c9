import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Mutant } from './operators.ts';

export type DrawOptions = {
  readonly seed: number;
  readonly count: number;
  /** Returns true for a mutant that may be drawn; asked as seldom as possible. */
  readonly accepts: (mutant: Mutant) => boolean;
};

/**
 * Draws lines, and one mutant in each. Every line has a place in the draw that comes from the seed and its
 * own text, so that a change elsewhere leaves the draw as it was, and a greater count only adds to a smaller
 * one.
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

/** In the order of the hashes of seed and key; what has the same key stays in its order. */
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
